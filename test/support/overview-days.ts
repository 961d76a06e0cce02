import type { Sql } from '../../server/core/sql.ts'

const hour = 3_600_000
const day = 24 * hour

const pages = [
  '/workshop',
  '/rental/e-bikes',
  '/',
  '/opening-hours',
  '/shop/helmets-and-gloves-for-children-and-teenagers',
]
const countries = ['GB', 'GB', 'GB', 'IE', 'FR', 'DE', null, 'XX']
const outcomes = [
  'answered',
  'answered',
  'lead_captured',
  'answered',
  'unanswered',
  'callback_requested',
  'abandoned',
  'booked',
  'pending',
]
const topics = [['rental'], ['repair', 'prices'], ['opening hours'], ['rental', 'prices'], ['repair'], []]
const sentiments = ['positive', 'neutral', 'neutral', 'negative', 'positive']
const qualities = ['none', 'warm', 'none', 'hot', 'cold']
const questions = ['Do you rent out tandems?', 'Can I leave my luggage with you?', 'Do you sell child seats?']

const pick = <T>(values: readonly T[], n: number) => values[n % values.length] as T

type Filled = { sql: Sql; site: string; now: number; days: number }

/** Days of a site with visitors, more of them from week to week and on Saturdays, the same at each run. */
export async function fillDays({ sql, site, now, days }: Filled): Promise<void> {
  let n = 0
  for (let ago = days - 1; ago >= 0; ago--) {
    const busy = 4 + Math.round((days - ago) / 9) + (Math.floor((now - ago * day) / day) % 7 === 2 ? 5 : 0)
    // None of today lies ahead.
    const times = Array.from({ length: ago === 0 ? 3 : busy }, (_, at) => now - ago * day - ((at * 37) % 600) * 60_000)
    for (const at of times) await addConversation(sql, site, at, ++n)
  }
}

async function addConversation(sql: Sql, site: string, at: number, n: number): Promise<void> {
  const id = `conv_day${n}`
  const outcome = pick(outcomes, n * 5)
  const isTalked = n % 6 === 0
  const lead = outcome === 'lead_captured' || n % 11 === 0 ? `lead_day${n}` : null
  if (lead) {
    const name = n % 44 === 0 ? 'محمد العلي' : `Visitor ${n}`
    await sql`insert into leads ${sql({ id: lead, site, name, source: 'form', created_at: at, updated_at: at, conversation_id: id })}`
  }
  const length = 30_000 + ((n * 97) % 400) * 1_000
  await sql`insert into conversations ${sql({
    ...{ id, site, channel: 'widget', status: 'closed', started_at: at, last_at: at + length, started_by: 'visitor' },
    ...{
      message_count: 2 + (n % 4) * 2,
      visitor_count: 1 + (n % 4),
      completed_at: at + length,
      summarized_at: at + length,
    },
    ...{
      first_message: pick(questions, n),
      page_url: `https://wrenmouthcycles.example.com${pick(pages, n * n)}?from=ad`,
    },
    ...{ country: pick(countries, n), lead_id: lead, had_person: isTalked, summary: 'A chat.' },
  })}`
  await sql`insert into summaries ${sql({
    ...{ conversation_id: id, site, at, written_by: 'rules', messages: 2, outcome, sentiment: pick(sentiments, n) },
    ...{
      lead_quality: pick(qualities, n),
      topics: pick(topics, n * n) as never,
      unanswered: [] as never,
      follow_up: '',
    },
    ...{ lead_name: '', lead_phone: '' },
  })}`
  await addMore(sql, site, at, n, id)
}

/** What belongs to it: ratings, callbacks, and what the team did. */
async function addMore(sql: Sql, site: string, at: number, n: number, id: string): Promise<void> {
  const counted = (name: string, key = '') =>
    sql`insert into tally_changes values (${site}, ${Math.floor(at / 900_000)}, ${name}, ${key}, 1)`
  if (n % 5 === 0) {
    const feedback = n % 15 === 0 ? -1 : 1
    await sql`insert into messages ${sql({ id: `msg_day${n}`, conversation_id: id, site, ts: at, role: 'agent', type: 'text', content: {} as never, text: 'We are open.' })}`
    await sql`update messages set feedback = ${feedback} where id = ${`msg_day${n}`}`
  }
  if (n % 13 === 0) {
    const isDone = n % 26 === 0
    await sql`insert into callbacks ${sql({
      ...{ id: `cb_day${n}`, site, conversation_id: id, name: `Visitor ${n}`, requested_at: at },
      ...{ status: isDone ? 'done' : 'open', closed_at: isDone ? at + 5 * hour : null },
    })}`
  }
  if (n % 6 > 1) return
  await counted('live requested')
  if (n % 6 === 1 && n % 4 === 1) return void (await counted('live missed'))
  await counted('live answered')
  await counted('live wait', String(20 + (n % 30)))
  await counted('live person', n % 12 === 0 ? 'Anna Marsh' : 'Ben Ode')
}
