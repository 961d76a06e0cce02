type Newcomer = { site: string }

/** Those who come while others are being told wait so long and are told together: a thousand at once cost one question. */
const togetherFor = 50

/** Gathers who has just come to a site. The first is told at once, those who come right after it together. */
export function createNewcomers<Member extends Newcomer>(
  tell: (site: string, members: Member[]) => Promise<void>,
  failed: (error: unknown) => void,
) {
  const waiting = new Map<string, Member[]>()
  const busy = new Map<string, NodeJS.Timeout | undefined>()
  const run = (site: string) => {
    const members = waiting.get(site)
    waiting.delete(site)
    if (!members) return void busy.delete(site)
    busy.set(site, undefined)
    void tell(site, members)
      .catch(failed)
      .finally(() => busy.set(site, setTimeout(run, togetherFor, site).unref()))
  }
  return {
    add(member: Member) {
      const { site } = member
      waiting.set(site, [...(waiting.get(site) ?? []), member])
      if (!busy.has(site)) run(site)
    },
    close() {
      for (const timer of busy.values()) clearTimeout(timer)
    },
  }
}
