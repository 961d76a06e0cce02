import type { Sql } from '../../server/database/database.ts'
import type { OverviewAnswer } from '../../shared/overview.ts'

export type Asked = { site: string; now: number; days: number; tz: number | string }

/** Conversations in which a waiting visitor was answered, in order. */
export type Answered = { id: string; name: string; wait: number }

type Sides = { since: number; before: number }

const first = async <T>(rows: PromiseLike<readonly unknown[]>) => (await rows)[0] as T
const list = async <T>(rows: PromiseLike<readonly unknown[]>) => [...(await rows)] as T[]

/** The records of a period from `from` (inclusive) to `to` (exclusive). */
function recordsOf(sql: Sql, { site, tz }: Asked) {
  const began = (from: number, to: number) => sql`
    (select * from conversations where site = ${site} and not spam and started_at >= ${from} and started_at < ${to})`
  return {
    began,
    summed: (from: number, to: number) => sql`
      (select s.*, c.had_person from summaries s join ${began(from, to)} c on c.id = s.conversation_id)`,
    called: (from: number, to: number) => sql`
      (select * from callbacks where site = ${site} and requested_at >= ${from} and requested_at < ${to})`,
    local: (at: ReturnType<typeof sql>) =>
      typeof tz === 'number'
        ? sql`(to_timestamp(${at} / 1000.0) at time zone 'UTC' + make_interval(mins => ${tz}))`
        : sql`(to_timestamp(${at} / 1000.0) at time zone ${tz})`,
  }
}

/** The expected counts of the overview, read from the records in the simplest way, one at a time. */
export async function overviewOracle(sql: Sql, asked: Asked, answered: Answered[]) {
  const { site, now } = asked
  const { since, before } = await sidesOf(sql, asked)
  const { count } = await first<{ count: number }>(sql`
    select count(*)::int as count from callbacks where site = ${site} and status = 'open'`)
  return {
    since,
    totals: await totalsOf(sql, asked, since, now + 1),
    previous: await totalsOf(sql, asked, before, since),
    headline: {
      current: await headlineOf(sql, asked, since, now + 1),
      previous: await headlineOf(sql, asked, before, since),
    },
    ...(await groupsOf(sql, asked, since)),
    series: await seriesOf(sql, asked, since, now),
    previousSeries: await seriesOf(sql, asked, before, since - 1),
    hours: await hoursOf(sql, asked, since),
    ...(await engagementOf(sql, asked, since)),
    live: await liveOf(sql, asked, since, answered),
    openCallbacks: count,
  }
}

async function totalsOf(sql: Sql, asked: Asked, from: number, to: number) {
  const { leads } = await first<{ leads: number }>(sql`
    select count(*)::int as leads from leads where site = ${asked.site} and created_at >= ${from} and created_at < ${to}`)
  const { conversations, messages } = await first<{ conversations: number; messages: number }>(sql`
    select count(*)::int as conversations, coalesce(sum(message_count), 0)::int as messages
    from ${recordsOf(sql, asked).began(from, to)} c`)
  const each = (count: number, digits: number) =>
    conversations > 0 ? Number((count / conversations).toFixed(digits)) : 0
  return { conversations, messages, leads, conversion: each(leads, 4), avgMessages: each(messages, 2) }
}

function headlineOf(sql: Sql, asked: Asked, from: number, to: number) {
  const { began, summed, called } = recordsOf(sql, asked)
  const rated = (feedback: number) => sql`
    (select count(*)::int from messages m join ${began(from, to)} c on c.id = m.conversation_id where feedback = ${feedback})`
  const came = (outcomes: string[]) => sql`
    (select count(*)::int from ${summed(from, to)} s where outcome = any(${outcomes}::text[]) and not had_person)`
  return first<OverviewAnswer['headline']['current']>(sql`
    select (select count(*)::int from ${summed(from, to)} s) as summarized,
      ${came(['answered', 'booked', 'lead_captured'])} as resolved,
      (select count(*)::int from ${began(from, to)} c where had_person) as escalated,
      ${came(['unanswered', 'pending', 'callback_requested'])} as "needsPerson",
      (select count(*)::int from ${summed(from, to)} s where outcome = 'unanswered') as unanswered,
      ${rated(1)} as "ratedUp", ${rated(-1)} as "ratedDown",
      (select count(*)::int from ${called(from, to)} b) as callbacks`)
}

async function groupsOf(sql: Sql, asked: Asked, since: number) {
  const { began, summed, called } = recordsOf(sql, asked)
  const [conversations, summaries] = [began(since, asked.now + 1), summed(since, asked.now + 1)]
  const grouped = async (column: 'outcome' | 'sentiment' | 'lead_quality') => {
    const rows = await list<{ key: string; count: number }>(
      sql`select ${sql(column)} as key, count(*)::int as count from ${summaries} s group by 1`,
    )
    return Object.fromEntries(rows.map(({ key, count }) => [key, count]))
  }
  return {
    outcomes: await grouped('outcome'),
    sentiment: await grouped('sentiment'),
    leadQuality: await grouped('lead_quality'),
    topPages: await list(sql`
      select split_part(page_url, '?', 1) as url, count(*)::int as count from ${conversations} c
      where page_url is not null group by 1 order by 2 desc, 1`),
    countries: await list(sql`
      select country, count(*)::int as count from ${conversations} c where country is not null group by 1 order by 2 desc, 1`),
    topics: await list(sql`
      select topic, count(*)::int as count from ${summaries} s, jsonb_array_elements_text(topics) as topic
      group by 1 order by 2 desc, 1`),
    callbacks: await first<Record<string, number>>(sql`
      select count(*)::int as requested, count(*) filter (where status = 'done')::int as done,
        count(*) filter (where status = 'dismissed')::int as dismissed, count(*) filter (where status = 'open')::int as open
      from ${called(since, asked.now + 1)} b`),
  }
}

async function seriesOf(sql: Sql, asked: Asked, from: number, to: number) {
  const { began, local } = recordsOf(sql, asked)
  const on = (column: 'started_at' | 'created_at') => sql`${local(sql(column) as never)}::date = day`
  return await list<{ date: string; conversations: number; leads: number }>(sql`
    select to_char(day, 'YYYY-MM-DD') as date,
      (select count(*)::int from ${began(from, to + 1)} c where ${on('started_at')}) as conversations,
      (select count(*)::int from leads where site = ${asked.site} and ${on('created_at')}) as leads
    from generate_series(${local(sql`${from}::bigint`)}::date, ${local(sql`${to}::bigint`)}::date, interval '1 day') as day`)
}

async function hoursOf(sql: Sql, asked: Asked, since: number) {
  const { began, local } = recordsOf(sql, asked)
  return await list<{ hour: number; count: number }>(sql`
    select extract(hour from ${local(sql`started_at`)})::int as hour, count(*)::int as count
    from ${began(since, asked.now + 1)} c group by 1 order by 1`)
}

async function engagementOf(sql: Sql, asked: Asked, since: number) {
  const { median, ...engagement } = await first<{
    oneMessage: number
    returningVisitors: number
    median: number | null
  }>(sql`
    select count(*) filter (where visitor_count = 1)::int as "oneMessage",
      count(*) filter (where came_back)::int as "returningVisitors",
      percentile_disc(0.5) within group (order by case when completed_at is not null then last_at - started_at end)::float8
        / 1000 as median
    from ${recordsOf(sql, asked).began(since, asked.now + 1)} c`)
  return { engagement, medianSeconds: median }
}

async function liveOf(sql: Sql, asked: Asked, since: number, answered: Answered[]) {
  const rows = await list<{ id: string; asked_person: boolean; missed_person: boolean }>(sql`
    select id, asked_person, missed_person from ${recordsOf(sql, asked).began(since, asked.now + 1)} c`)
  const there = new Set(rows.map(({ id }) => id))
  const came = answered.filter(({ id }) => there.has(id))
  const firsts = [...Map.groupBy(came, ({ id }) => id).values()].flatMap(([one]) => one ?? [])
  const names = Map.groupBy(came, ({ name }) => name)
  return {
    requested: rows.filter((row) => row.asked_person).length,
    missed: rows.filter((row) => row.missed_person).length,
    answered: firsts.length,
    wait: middleOf(firsts.map(({ wait }) => wait / 1000)),
    byPerson: [...names].map(([name, all]) => ({ name, count: new Set(all.map(({ id }) => id)).size })),
  }
}

const middleOf = (values: number[]): number | null =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length / 2) - 1] ?? null

/** When the requested days and the preceding ones begin, by the database's own calendar. */
async function sidesOf(sql: Sql, { now, days, tz }: Asked): Promise<Sides> {
  const begins = (count: number) =>
    typeof tz === 'number'
      ? sql`(date_trunc('day', to_timestamp(${now} / 1000.0) at time zone 'UTC' + make_interval(mins => ${tz}))
          - make_interval(days => ${count - 1}, mins => ${tz})) at time zone 'UTC'`
      : sql`(date_trunc('day', to_timestamp(${now} / 1000.0) at time zone ${tz}) - make_interval(days => ${count - 1}))
          at time zone ${tz}`
  const [sides] = await sql<[Sides]>`
    select (extract(epoch from ${begins(days)}) * 1000)::bigint as since,
      (extract(epoch from ${begins(2 * days)}) * 1000)::bigint as before`
  return sides
}
