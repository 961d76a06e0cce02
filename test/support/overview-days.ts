import type { Sql } from '../../server/database/database.ts'

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

type Row = Record<string, unknown>
type Rows = { [Table in 'leads' | 'conversations' | 'summaries' | 'messages' | 'callbacks']: Row[] }

/** Days of a site with visitors, more from week to week and on Saturdays, the same in each run. */
export async function fillDays({ sql, site, now, days }: Filled): Promise<void> {
  const rows: Rows = { leads: [], conversations: [], summaries: [], messages: [], callbacks: [] }
  let n = 0
  for (let ago = days - 1; ago >= 0; ago--) {
    const busy = 4 + Math.round((days - ago) / 9) + (Math.floor((now - ago * day) / day) % 7 === 2 ? 5 : 0)
    // None of today is in the future.
    const times = Array.from({ length: ago === 0 ? 3 : busy }, (_, at) => now - ago * day - ((at * 37) % 600) * 60_000)
    for (const at of times) addConversation(rows, site, at, ++n)
  }
  for (const [table, all] of Object.entries(rows)) await sql`insert into ${sql(table)} ${sql(all)}`
  // Ratings are counted when they are given.
  await sql`update messages set feedback = case when seq % 3 = 0 then -1 else 1 end where id like 'msg_day%'`
}

function addConversation(rows: Rows, site: string, at: number, n: number): void {
  const id = `conv_day${n}`
  const outcome = pick(outcomes, n * 5)
  const lead = outcome === 'lead_captured' || n % 11 === 0 ? `lead_day${n}` : null
  if (lead) {
    const name = n % 44 === 0 ? 'محمد العلي' : `Visitor ${n}`
    rows.leads.push({ id: lead, site, name, source: 'form', created_at: at, updated_at: at, conversation_id: id })
  }
  const end = at + 30_000 + ((n * 97) % 400) * 1_000
  rows.conversations.push({
    ...{ id, site, channel: 'widget', status: 'closed', started_at: at, last_at: end, started_by: 'visitor' },
    ...{ message_count: 2 + (n % 4) * 2, visitor_count: 1 + (n % 4), completed_at: end, summarized_at: end },
    ...{ first_message: pick(questions, n), page_url: `https://wrenmouthcycles.example.com${pick(pages, n)}?from=ad` },
    ...{ country: pick(countries, n), lead_id: lead, had_person: n % 6 === 0, summary: 'A chat.' },
    ...liveChat(n),
  })
  rows.summaries.push({
    ...{ conversation_id: id, site, at, written_by: 'rules', messages: 2, outcome, sentiment: pick(sentiments, n) },
    ...{ lead_quality: pick(qualities, n), topics: pick(topics, n), unanswered: [], follow_up: '' },
    ...{ lead_name: '', lead_phone: '' },
  })
  if (n % 5 === 0)
    rows.messages.push({
      ...{ id: `msg_day${n}`, conversation_id: id, site, ts: at, role: 'agent', type: 'text', content: {} },
      text: 'We are open.',
    })
  if (n % 13 === 0) {
    const done = n % 26 === 0 ? { status: 'done', closed_at: at + 5 * hour } : { status: 'open', closed_at: null }
    const asked = { id: `cb_day${n}`, site, conversation_id: id, name: `Visitor ${n}`, requested_at: at }
    rows.callbacks.push({ ...asked, ...done })
  }
}

/** Whether its visitor asked for a person, and who answered. */
function liveChat(n: number): Row {
  const [asked_person, missed_person] = [n % 6 <= 1, n % 12 === 1]
  const came = asked_person && !missed_person
  const who = n % 12 === 0 ? ['Anna Marsh'] : n % 7 === 0 ? ['Anna Marsh', 'Ben Ode'] : ['Ben Ode']
  return { asked_person, missed_person, waited: came ? (20 + (n % 30)) * 1_000 : null, answered_by: came ? who : [] }
}
