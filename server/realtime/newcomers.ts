type Newcomer = { site: string; gone: boolean }

/**
 * Newcomers who join while others are being served wait this long and are served together: a thousand at once cost one
 * query.
 */
const togetherFor = 50
const retryAfter = 1_000

/**
 * Collects new subscribers of a site. The first is served immediately, those right after it together, and
 * those who could not be served are served again.
 */
export function createNewcomers<Member extends Newcomer>(
  serve: (site: string, members: Member[]) => Promise<void>,
  failed: (error: unknown) => void,
) {
  const waiting = new Map<string, Member[]>()
  const busy = new Map<string, NodeJS.Timeout | undefined>()
  const serving = new Set<Promise<void>>()
  let closed = false
  const run = (site: string) => {
    const members = waiting.get(site)
    waiting.delete(site)
    if (!members || closed) return void busy.delete(site)
    busy.set(site, undefined)
    let pause = togetherFor
    const served = serve(site, members)
      .catch((error) => {
        failed(error)
        const left = [...members, ...(waiting.get(site) ?? [])].filter(({ gone }) => !gone)
        if (left.length > 0) waiting.set(site, left)
        pause = retryAfter
      })
      .finally(() => {
        serving.delete(served)
        busy.set(site, setTimeout(run, pause, site).unref())
      })
    serving.add(served)
  }
  return {
    add(member: Member) {
      const { site } = member
      waiting.set(site, [...(waiting.get(site) ?? []), member])
      if (!busy.has(site)) run(site)
    },
    /** Resolves once nobody is being served any more. */
    async close() {
      closed = true
      await Promise.all(serving)
      for (const timer of busy.values()) clearTimeout(timer)
    },
  }
}
