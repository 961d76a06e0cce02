import type { Sql } from '../../server/database/database.ts'

const hour = 3_600_000
const day = 24 * hour

const numbers = (sql: Sql, count: number) => sql`generate_series(1, ${count}::bigint) n`

type Jobs = { site: string; count: number; stages: { id: string }[] }

/** Half of the jobs are in the first stage, each fifth has a contact. One person and one source have few of them. */
export async function fillJobs(sql: Sql, { site, count, stages }: Jobs): Promise<void> {
  const [first = '', ...others] = stages.map(({ id }) => id)
  await sql`
    insert into leads (id, site, name, email, source, created_at, updated_at)
    select 'lead_' || n, ${site}, 'Visitor ' || n, 'visitor' || n || '@example.com', 'form', n, n
    from ${numbers(sql, count)} where n % 5 = 0`
  await sql`
    insert into jobs (id, site, number, title, stage_id, status, position, fields, lead_id, source, value_cents,
      assigned_to, stage_changed_at, created_at, updated_at)
    select 'job_' || n, ${site}, n, 'Roof ' || n, s.id, s.kind, n * 1000, '{}', case when n % 5 = 0 then 'lead_' || n end,
      case when n % 2000 = 7 then 'chat' else 'api' end, 100,
      case when n % 1000 = 3 then 'rare@example.com' when n % 3 = 0 then 'busy@example.com' end, n, n, n
    from ${numbers(sql, count)}
    join stages s on s.id = case when n % 2 = 0 then ${first} else (${others}::text[])[1 + n % 3] end`
  await sql`update pipelines set next_number = ${count + 1} where site = ${site}`
}

type Appointments = {
  site: string
  count: number
  /** How many are yet to come, and the full hour at which the last one before them begins. */
  upcoming: number
  now: number
  /** The number of one that the last sync did not see. */
  unseen: number
}

/**
 * One appointment begins each hour. Half of them are in the calendar. A few are pending, missed, or belong to one job,
 * contact and conversation.
 */
export async function fillAppointments(sql: Sql, { site, count, upcoming, now, unseen }: Appointments): Promise<void> {
  const over = count - upcoming
  const at = sql`${now}::bigint + (n - ${over}::bigint) * ${hour}::bigint`
  await sql`
    insert into appointments (id, site, title, starts_at, ends_at, free_at, timezone, status, source, provider,
      external_id, synced_at, job_id, lead_id, conversation_id, created_at, updated_at)
    select 'apt_' || n, ${site}, 'Visit', ${at}, ${at} + ${hour / 2}::bigint, ${at} + ${hour / 2}::bigint, 'UTC',
      case when n % 2000 = 1 then 'pending' when n % 2000 = 3 then 'no_show' when n % 4 = 3 then 'cancelled'
        when n > ${over} then 'confirmed' else 'completed' end,
      case when n % 20 = 0 then 'chat' else 'api' end,
      case when n % 2 = 0 then 'google' end, case when n % 2 = 0 then 'event_' || n end,
      case when n = ${unseen} then 1 when n % 2 = 0 then ${now + day}::bigint end,
      'job_' || (n + 4) / 5 * 5, 'lead_' || (n + 4) / 5 * 5, 'conv_' || (n + 4) / 5 * 5, ${at} - ${3 * day}::bigint,
      ${at} - ${3 * day}::bigint
    from ${numbers(sql, count)}`
  await sql`
    insert into slot_offers (conversation_id, at, starts, title, minutes)
    select 'conv_' || n - n % 20, ${now}::bigint - n, array[${now}::bigint + n * ${hour}::bigint], 'Visit', 30
    from ${numbers(sql, count)}`
}
