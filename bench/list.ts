import type postgres from 'postgres'
import { writeCursor } from '../server/core/paging.ts'
import { type Frontdesk, startFrontdesk } from './frontdesk.ts'
import { inTurn, p99, type Target } from './load.ts'
import { measureOverview } from './overview.ts'
import { interleave, type Line, type Row } from './row.ts'
import { random } from './texts.ts'

const few = 10_000
const many = 1_000_000
const requests = 300
/** The number of lookups of each kind. */
const lookedUp = 20
const year = 31_536_000_000

/**
 * Conversations of two years, about a minute apart, with a message each; every fifth with a contact, every tenth with a
 * callback and a label. One in a thousand waits for a person, with all data of a wait; one in a thousand is live; half
 * of the others were closed by people.
 */
export async function fill(sql: postgres.Sql, count: number): Promise<void> {
  await sql`set synchronous_commit = off`
  // Derived data is created for all rows at once later: counts, indexes and constraints. Row by row, a million take
  // long.
  await sql`set frontdesk.tallies = 'copied'`
  await sql`set session_replication_role = 'replica'`
  const remake = await dropIndexes(sql)
  const last = Date.now()
  const at = sql`${last}::bigint - (${count}::bigint - n) * 60000`
  const status = sql`(case when n % 1000 in (0, 2) then 'live' else (array['bot', 'bot', 'closed', 'closed'])[1 + n % 4] end)`
  await sql`
    insert into leads (id, site, name, email, source, created_at, updated_at)
    select 'lead_' || n, 'bench', 'Visitor ' || n, 'visitor' || n || '@example.com', 'form', ${at}, ${at}
    from generate_series(1, ${count}::bigint, 5) n`
  await sql`
    insert into conversations (id, site, channel, status, started_at, last_at, first_message, message_count, visitor_count,
      page_url, completed_at, closed_at, lead_id, summary, summarized_at, assigned_to, assigned_name, waiting_since,
      attributes, started_by)
    select 'conv_' || n, 'bench', 'widget',
      ${status}, ${at} - (n * 37 % 1800) * 1000, ${at},
      'When are you open, and what does it cost to have a bicycle looked at?', 4, 2,
      'https://bench.example/page-' || n % 500, ${at}, case when ${status} = 'closed' then ${at} end,
      case when n % 5 = 1 then 'lead_' || n end, case when n % 3 > 0 then 'Asked for opening hours.' end,
      case when n % 3 > 0 then ${at} end,
      case when ${status} <> 'bot' and n % 1000 <> 0 then 'person' || n % 5 || '@example.com' end,
      case when ${status} <> 'bot' and n % 1000 <> 0 then 'Person ' || n % 5 end,
      case when n % 1000 = 0 then ${at} end, '{"plan": "basic"}', 'visitor'
    from generate_series(1, ${count}::bigint) n`
  await sql`
    insert into summaries (conversation_id, site, at, written_by, messages, sentiment, lead_quality, outcome, topics,
      unanswered, follow_up, lead_name, lead_phone)
    select 'conv_' || n, 'bench', ${at}, 'rules', 4, (array['positive', 'neutral', 'negative'])[1 + n % 3], 'none',
      (array['answered', 'lead_captured', 'unanswered', 'pending', 'abandoned'])[1 + n % 5],
      jsonb_build_array('Topic ' || n % 200), '[]', '', '', ''
    from generate_series(1, ${count}::bigint) n where n % 3 > 0`
  await sql`
    insert into queue (type, site, data, name, run_at)
    select 'handover.miss', 'bench', jsonb_build_object('conversationId', 'conv_' || n), 'conv_' || n, ${last + year}
    from generate_series(1000, ${count}::bigint, 1000) n`
  await sql`
    insert into messages (id, conversation_id, site, ts, role, type, content, text, outcome)
    select 'msg_' || n, 'conv_' || n, 'bench', ${at}, 'user', 'text', '{}', 'And on Sundays? I would come by bicycle.', 'answered'
    from generate_series(1, ${count}::bigint) n`
  await sql`
    insert into callbacks (id, site, conversation_id, phone, requested_at, status, closed_at)
    select 'cb_' || n, 'bench', 'conv_' || n, '+44 1632 960000', ${at},
      case when n % 200 = 1 then 'open' else 'done' end, case when n % 200 <> 1 then ${at} + 3600000 end
    from generate_series(1, ${count}::bigint, 10) n`
  await sql`
    insert into labels (id, site, name, color, created_at)
    select 'lbl_' || n, 'bench', 'Label ' || n, '#336699', 0 from generate_series(1, 20) n`
  await sql`
    insert into conversation_labels (conversation_id, label_id, added_by, added_at)
    select 'conv_' || n, 'lbl_' || 1 + n % 20, 'system', 0 from generate_series(1, ${count}::bigint, 10) n`
  await remake()
  await sql`vacuum analyze`
}

const filled = ['leads', 'conversations', 'summaries', 'messages', 'callbacks', 'conversation_labels']

/** Drops all indexes except keys. The returned function recreates them. */
async function dropIndexes(sql: postgres.Sql): Promise<() => Promise<void>> {
  const indexes = await sql<{ name: string; definition: string }[]>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index where indrelid = any(${filled}::regclass[]) and not indisprimary
      and not exists (select from pg_constraint where conindid = indexrelid)`
  for (const { name } of indexes) await sql.unsafe(`drop index ${name}`)
  return async () => {
    await sql`set maintenance_work_mem = '1GB'`
    for (const { definition } of indexes) await sql.unsafe(definition)
  }
}

/** The first page, each filter, and positions deep in the list, in turn. */
function pages(frontdesk: Frontdesk, count: number): Target[] {
  const next = random(count)
  const deep = () => {
    const n = Math.ceil(next() * count)
    return `before=${writeCursor({ at: Date.now() - (count - n) * 60_000, id: `conv_${n}` })}`
  }
  const queries = [
    ...[
      '',
      'status=live',
      'filter=leads',
      'filter=unsummarized',
      'filter=waiting',
      'filter=callbacks',
      'label=Label 7',
    ],
    ...['assigned=none', 'assigned=person3@example.com', 'status=closed&assigned=none'],
  ]
  return Array.from({ length: requests }, (_, place) => {
    const query = queries[place % queries.length] as string
    return frontdesk.api(`/conversations?${encodeURI(query)}&${place % 2 === 0 ? '' : deep()}`)
  })
}

/** Searches for words, an email, a name and for nothing, and other filtered lists. */
function lookups(frontdesk: Frontdesk, count: number) {
  const next = random(count)
  const named = () => 1 + 5 * Math.floor((next() * count) / 5)
  const times = (read: () => string[]) =>
    Array.from({ length: lookedUp }, () => read().map((path) => frontdesk.api(encodeURI(path)))).flat()
  const found = (list: string) => [`${list}?q=visitor${named()}@example.com`, `${list}?q=Visitor ${named()}`]
  return {
    'GET /conversations?q=…': times(() => [
      ...found('/conversations'),
      ...['/conversations?q=Sundays', '/conversations?q=bicycle looked', '/conversations?q=nowhere said'],
    ]),
    'GET /leads, also found and by status': times(() => [
      ...found('/leads'),
      ...['/leads', '/leads?status=new', '/leads?q=visitor', '/leads?q=nowhere'],
    ]),
    'GET /callbacks, also by status': times(() => ['/callbacks', '/callbacks?status=open', '/callbacks?status=done']),
  }
}

async function measureLookups(small: Frontdesk, large: Frontdesk): Promise<Line[]> {
  const [ofFew, ofMany] = [lookups(small, few), lookups(large, many)]
  const lines: Line[] = []
  for (const what of Object.keys(ofFew) as (keyof typeof ofFew)[]) {
    const measure = async (targets: Target[]) => p99(await inTurn(targets))
    for (const targets of [ofFew[what], ofMany[what]]) await measure(targets)
    const kept = await interleave(
      () => measure(ofFew[what]),
      () => measure(ofMany[what]),
    )
    const goal = { of: 'ours', bound: 'most', value: 300 } as const
    lines.push({
      what: `${what}, 1,000,000 conversations beside 10,000, p99`,
      database: 'Postgres',
      unit: 'ms',
      ...kept,
      goal,
    })
  }
  return lines
}

async function measureList(): Promise<Line[]> {
  await using small = await startFrontdesk()
  await using large = await startFrontdesk()
  await Promise.all([fill(small.sql, few), fill(large.sql, many)])
  const measure = async (frontdesk: Frontdesk, count: number) => p99(await inTurn(pages(frontdesk, count)))
  await Promise.all([measure(small, few), measure(large, many)])
  const kept = await interleave(
    () => measure(small, few),
    () => measure(large, many),
  )
  const what = 'GET /conversations, 1,000,000 of them against 10,000, p99'
  const line: Line = { what, database: 'Postgres', unit: 'ms', ...kept, goal: { of: 'ratio', bound: 'most', value: 3 } }
  const overviews = await measureOverview(small, large)
  return [line, ...(await measureLookups(small, large)), ...overviews]
}

export const list: Row[] = [{ name: 'list', measure: measureList }]
