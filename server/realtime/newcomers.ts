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
  const telling = new Set<Promise<void>>()
  let closed = false
  const run = (site: string) => {
    const members = waiting.get(site)
    waiting.delete(site)
    if (!members || closed) return void busy.delete(site)
    busy.set(site, undefined)
    const told = tell(site, members)
      .catch(failed)
      .finally(() => {
        telling.delete(told)
        busy.set(site, setTimeout(run, togetherFor, site).unref())
      })
    telling.add(told)
  }
  return {
    add(member: Member) {
      const { site } = member
      waiting.set(site, [...(waiting.get(site) ?? []), member])
      if (!busy.has(site)) run(site)
    },
    /** Resolves once nobody is being told any more. */
    async close() {
      closed = true
      await Promise.all(telling)
      for (const timer of busy.values()) clearTimeout(timer)
    },
  }
}
