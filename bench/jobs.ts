import { fillAtOnce } from '../test/support/fill.ts'
import { fillAppointments, fillJobs } from '../test/support/fill-jobs.ts'
import { type Frontdesk, startFrontdesk } from './frontdesk.ts'
import { inTurn, send } from './load.ts'
import { interleave, type Line, median, type Row } from './row.ts'

const requests = 60
const hour = 3_600_000
const day = 24 * hour

/** Requests that show about as much with few records as with many. */
const ofJobs = {
  'GET /jobs, 500 of them': ['/jobs?status=all'],
  'jobs found by email, contact and number': ['/jobs?q=visitor95', '/jobs?contact=lead_95', '/jobs?q=%2395'],
  'one job': ['/jobs/job_50'],
}
const ofAppointments = (now: number) => ({
  'GET /appointments of three days': [`/appointments?from=${now - day}&to=${now + 2 * day}`],
  'appointments of a job, a contact and a conversation': [
    ...['/appointments?job=job_95', '/appointments?contact=lead_95', '/appointments?conversation=conv_95'],
  ],
  'GET /bookings/slots': ['/bookings/slots'],
})

async function fill({ sql, api }: Frontdesk, count: number, now: number): Promise<void> {
  const bookings = { mode: 'picker', notice: 0 }
  await send(api('/settings', { method: 'PUT', body: { settings: { bookings } } }))
  const { stages } = JSON.parse(await send(api('/jobs/pipeline')))
  const filled = { site: 'bench', count, stages, upcoming: 50, now, unseen: 0 }
  await fillAtOnce(
    sql as never,
    (tx) => fillJobs(tx, filled),
    (tx) => fillAppointments(tx, filled),
  )
}

/** The same requests with many records beside those with few. */
async function compare(few: number, many: number, of: (now: number) => Record<string, string[]>): Promise<Line[]> {
  const now = Math.floor(Date.now() / hour) * hour
  await using small = await startFrontdesk()
  await using large = await startFrontdesk()
  await fill(small, few, now)
  await fill(large, many, now)
  const lines: Line[] = []
  for (const [what, paths] of Object.entries(of(now))) {
    const measure = async ({ api }: Frontdesk) =>
      median(await inTurn(Array.from({ length: requests }, (_, at) => api(paths[at % paths.length] as string))))
    await measure(small)
    await measure(large)
    const kept = await interleave(
      () => measure(small),
      () => measure(large),
    )
    const goal = { of: 'ratio', bound: 'most', value: 1.5 } as const
    lines.push({
      what: `${what}, ${many.toLocaleString('en')} in all against ${few.toLocaleString('en')}, p50`,
      ...{ database: 'Postgres', unit: 'ms', ...kept, goal },
    })
  }
  return lines
}

export const jobs: Row[] = [
  { name: 'jobs', measure: () => compare(500, 10_000, () => ofJobs) },
  { name: 'appointments', measure: () => compare(100, 20_000, ofAppointments) },
]
