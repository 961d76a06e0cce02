import type { Page } from 'playwright-core'
import type { World } from './world.ts'

/** How often in a row nothing may be under way: between two steps of one piece of work there is a moment of which nothing tells. */
const looksInARow = 5
const pause = 2
const longest = 20_000

/**
 * Waits until a system is at rest, so that what did not happen by then does not happen.
 * @param work what is under way, in words for whoever reads why it never came to rest; empty for nothing
 */
export async function comesToRest(work: () => Promise<string> | string): Promise<void> {
  const begun = performance.now()
  for (let looks = 0; looks < looksInARow; looks++) {
    await new Promise((resolve) => setTimeout(resolve, pause))
    const now = await work()
    if (now !== '') looks = -1
    if (now !== '' && performance.now() - begun > longest) throw new Error(`it did not come to rest: ${now}`)
  }
}

/**
 * Waits until a server has nothing left to do at the time that its clock shows: no job is due or runs, all of the event log
 * was handed on, no reply is being written. For each assertion that something did not happen.
 */
export async function idle({ parts, clock }: Pick<World, 'parts' | 'clock'>): Promise<void> {
  const { database, events, queue } = parts
  queue.poke()
  await comesToRest(async () => {
    const now = clock.now()
    const [row] = await database.sql<[{ jobs: string | null; place: number; turns: number }]>`
      select (select string_agg(type, ', ') from queue where run_at <= ${now}) as jobs,
        (select coalesce(max(seq), 0) from events) as place,
        (select count(*)::int from conversations where turn_id is not null and turn_until > ${now}) as turns`
    const unread = row.place > events.position() ? 'events that nobody read' : ''
    return [row.jobs && `jobs (${row.jobs})`, row.turns > 0 && 'a reply', unread].filter(Boolean).join(', ')
  })
}

/**
 * Waits until a page has drawn all, runs nothing, and has begun no request that is still open. What was open before stays so:
 * a test may hold an answer back, and what a page follows never ends.
 */
export async function pageIdle(page: Page): Promise<void> {
  const open = new Set<unknown>()
  const begins = (request: { resourceType(): string }) => {
    if (request.resourceType() !== 'eventsource') open.add(request)
  }
  const ends = (request: unknown) => void open.delete(request)
  page.on('request', begins).on('requestfinished', ends).on('requestfailed', ends)
  try {
    await comesToRest(async () => {
      await page.evaluate(async () => {
        await new Promise(requestAnimationFrame)
        await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 }))
      })
      return open.size > 0 ? `${open.size} requests` : ''
    })
  } finally {
    page.off('request', begins).off('requestfinished', ends).off('requestfailed', ends)
  }
}
