import type { Page } from 'playwright-core'
import type { Services } from '../../server/core/context.ts'
import { consumers } from '../../server/tasks.ts'
import type { World } from './world.ts'

/** How often in a row no work may be found, because between two steps there is a moment that nothing reports. */
const looksInARow = 5
const pause = 2
const longest = 20_000

/**
 * Waits until a system is idle, so that what has not happened by then will not happen.
 * @param work describes the work in progress, for the error message; empty if there is none
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
 * Waits until a server has nothing left to do at its clock's time: no task is due or running, including replies, and
 * all of the event log was delivered. Call it before each assertion that something did not happen.
 */
export async function idle({ services, clock }: Pick<World, 'services' | 'clock'>): Promise<void> {
  const { database, events, queue } = services
  queue.wake()
  const work = async () => {
    const now = clock.now()
    const [row] = await database.sql<[{ jobs: string | null; place: number }]>`
      select (select string_agg(concat_ws(' ', type, case when lease is not null then 'running' end, nullif(failures, 0), last_error), ', ') from queue where (run_at <= ${now} and not blocked) or lease is not null) as jobs,
        (select coalesce(max(seq), 0) from events) as place`
    // A task may have become due by the server's readings of the clock, after which no poll comes.
    if (row.jobs) queue.wake()
    const unread = row.place > events.position() ? 'events that nobody read' : await wakeConsumers(services, now)
    return [row.jobs && `jobs (${row.jobs})`, unread].filter(Boolean).join(', ')
  }
  await comesToRest(work).catch(async (error: Error) => {
    const statements = await database.sql`
      select state, wait_event_type, wait_event, pg_blocking_pids(pid) as blocked_by, pid, query from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`
    throw new Error(`${error.message}\n${statements.map((one) => JSON.stringify(one)).join('\n')}`)
  })
}

/** Enqueues the tasks of consumers that are behind. The server does so too, but a new connection may delay it. */
async function wakeConsumers(services: Services, now: number): Promise<string> {
  const { sql } = services.database
  const all = consumers.map(({ name, types, maxAge }) => ({ name, types: [...types], oldest: now - maxAge }))
  const behind = await sql<{ name: string; site: string }[]>`
    select distinct c.name, e.site from jsonb_to_recordset(${sql.json(all)}) as c (name text, types jsonb, oldest float8)
      join events e on c.types ? e.type and e.at >= c.oldest
      left join consumers known on known.name = c.name and known.site = e.site
    where e.seq > coalesce(known.seq, 0)`
  const waiting: string[] = []
  for (const { name, site } of behind) {
    const found = consumers.find((one) => one.name === name)
    const isKnown = found && services.sites.ids().includes(site)
    if (!isKnown || (found.wanted && !(await found.wanted.read(services, site)))) continue
    await services.queue.add(found.task, site, {}, { name: 'consume' })
    waiting.push(name)
  }
  return waiting.length > 0 ? `events for ${waiting.join(', ')}` : ''
}

/**
 * Waits until a page is rendered, runs nothing, and has started no request that is still open. Requests that were open
 * before do not count, because a test may delay a response, and streams never end.
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
