import type { Sql } from '../../server/core/sql.ts'
import type { OverviewAnswer } from '../../shared/overview.ts'

export type Asked = { site: string; now: number; days: number; tz: number | string }

/** A visitor who waited was answered: nothing in the database says so afterwards. */
export type Answered = { site: string; at: number; name: string; wait: number }

type Sides = { since: number; before: number }

/** What the overview must count, read from the records themselves in the plainest way, one question at a time. */
export async function overviewOracle(sql: Sql, asked: Asked, answered: Answered[]) {
  const { site, now, tz } = asked
  const { since, before } = await sidesOf(sql, asked)
  const one = async <T>(rows: PromiseLike<readonly unknown[]>) => (await rows)[0] as T
  const list = async <T>(rows: PromiseLike<readonly unknown[]>) => [...(await rows)] as T[]
  const began = (from: number, to: number) => sql`
    (select * from conversations where site = ${site} and not spam and started_at >= ${from} and started_at < ${to})`
  const summed = (from: number, to: number) => sql`
    (select s.*, c.had_person from summaries s join ${began(from, to)} c on c.id = s.conversation_id)`
  const called = (from: number, to: number) => sql`
    (select * from callbacks where site = ${site} and requested_at >= ${from} and requested_at < ${to})`
  const local = (at: ReturnType<typeof sql>) =>
    typeof tz === 'number'
      ? sql`(to_timestamp(${at} / 1000.0) at time zone 'UTC' + make_interval(mins => ${tz}))`
      : sql`(to_timestamp(${at} / 1000.0) at time zone ${tz})`
  const totals = async (from: number, to: number) => {
    const [{ leads }] = await sql<[{ leads: number }]>`
      select count(*)::int as leads from leads where site = ${site} and created_at >= ${from} and created_at < ${to}`
    const { conversations, messages } = await one<{ conversations: number; messages: number }>(sql`
      select count(*)::int as conversations, coalesce(sum(message_count), 0)::int as messages from ${began(from, to)} c`)
    const each = (count: number, digits: number) =>
      conversations > 0 ? Number((count / conversations).toFixed(digits)) : 0
    return { conversations, messages, leads, conversion: each(leads, 4), avgMessages: each(messages, 2) }
  }
  const headline = async (from: number, to: number) =>
    one<OverviewAnswer['headline']['current']>(sql`
      select (select count(*)::int from ${summed(from, to)} s) as summarized,
        (select count(*)::int from ${summed(from, to)} s
          where outcome in ('answered', 'booked', 'lead_captured') and not had_person) as resolved,
        (select count(*)::int from ${began(from, to)} c where had_person) as escalated,
        (select count(*)::int from ${summed(from, to)} s
          where outcome in ('unanswered', 'pending', 'callback_requested') and not had_person) as "needsPerson",
        (select count(*)::int from ${summed(from, to)} s where outcome = 'unanswered') as unanswered,
        (select count(*)::int from messages m join ${began(from, to)} c on c.id = m.conversation_id
          where feedback = 1) as "ratedUp",
        (select count(*)::int from messages m join ${began(from, to)} c on c.id = m.conversation_id
          where feedback = -1) as "ratedDown",
        (select count(*)::int from ${called(from, to)} b) as callbacks`)
  const grouped = async (column: 'outcome' | 'sentiment' | 'lead_quality') =>
    Object.fromEntries(
      (
        await list<{ key: string; count: number }>(
          sql`select ${sql(column)} as key, count(*)::int as count from ${summed(since, now + 1)} s group by 1`,
        )
      ).map(({ key, count }) => [key, count]),
    )
  const waits = answered.filter((one) => one.site === site && one.at >= since)
  const names = Map.groupBy(waits, ({ name }) => name)
  const event = async (type: string) =>
    (
      await one<{ count: number }>(sql`
        select count(*)::int as count from events where site = ${site} and type = ${type} and at >= ${since}`)
    ).count
  return {
    since,
    totals: await totals(since, now + 1),
    previous: await totals(before, since),
    headline: { current: await headline(since, now + 1), previous: await headline(before, since) },
    outcomes: await grouped('outcome'),
    sentiment: await grouped('sentiment'),
    leadQuality: await grouped('lead_quality'),
    series: await list<{ date: string; conversations: number; leads: number }>(sql`
      select to_char(day, 'YYYY-MM-DD') as date,
        (select count(*)::int from ${began(since, now + 1)} c where ${local(sql`started_at`)}::date = day) as conversations,
        (select count(*)::int from leads where site = ${site} and ${local(sql`created_at`)}::date = day) as leads
      from generate_series(${local(sql`${since}::bigint`)}::date, ${local(sql`${now}::bigint`)}::date, interval '1 day') as day`),
    hours: await list<{ hour: number; count: number }>(sql`
      select extract(hour from ${local(sql`started_at`)})::int as hour, count(*)::int as count
      from ${began(since, now + 1)} c group by 1`),
    topPages: await list(sql`
      select split_part(page_url, '?', 1) as url, count(*)::int as count from ${began(since, now + 1)} c
      where page_url is not null group by 1 order by 2 desc, 1`),
    countries: await list(sql`
      select country, count(*)::int as count from ${began(since, now + 1)} c
      where country is not null group by 1 order by 2 desc, 1`),
    topics: await list(sql`
      select topic, count(*)::int as count from ${summed(since, now + 1)} s, jsonb_array_elements_text(topics) as topic
      group by 1 order by 2 desc, 1`),
    engagement: await one<{ oneMessage: number; returningVisitors: number }>(sql`
      select count(*) filter (where visitor_count = 1)::int as "oneMessage",
        count(*) filter (where came_back)::int as "returningVisitors" from ${began(since, now + 1)} c`),
    medianSeconds: (
      await one<{ median: number | null }>(sql`
        select percentile_disc(0.5) within group (order by (last_at - started_at) / 1000.0)::float8 as median
        from ${began(since, now + 1)} c where completed_at is not null`)
    ).median,
    live: {
      requested: await event('handover.requested'),
      missed: await event('handover.missed'),
      answered: waits.length,
      wait: middleOf(waits.map(({ wait }) => wait / 1000)),
      byPerson: [...names].map(([name, all]) => ({ name, count: all.length })),
    },
    callbacks: await one<Record<string, number>>(sql`
      select count(*)::int as requested, count(*) filter (where status = 'done')::int as done,
        count(*) filter (where status = 'dismissed')::int as dismissed, count(*) filter (where status = 'open')::int as open
      from ${called(since, now + 1)} b`),
    openCallbacks: (
      await one<{ count: number }>(sql`
        select count(*)::int as count from callbacks where site = ${site} and status = 'open'`)
    ).count,
  }
}

const middleOf = (values: number[]): number | null =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length / 2) - 1] ?? null

/** Where the days asked for begin, and those before: by the database's own calendar. */
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
