import type { PendingQuery } from 'postgres'
import type { Sql } from '../../database/database.ts'
import { replyTask } from '../conversations/reply-task.ts'
import { idleTask, missTask } from '../settings/settings.ts'

/** A condition that holds for every conversation at every moment that others can see, and a query for violations. */
export type Invariant = {
  /** Describes a violation. */
  broken: string
  /** Ids of at most a hundred conversations that violate it. */
  find(sql: Sql, now: number): PendingQuery<{ id: string }[]>
}

const minute = 60_000
/** Due tasks start within moments, and absences are handled within seconds. */
const slack = minute
const returnAfter = 2 * minute
/** Longer than any site lets a visitor wait, including retries of the task. */
const maxWait = 120 * minute
const maxViolations = 100

export const invariants: Record<string, Invariant> = {
  waiting_without_end: {
    broken: 'a waiting visitor without a task that ends the wait',
    find: (sql) => sql`
      select id from conversations waiting
      where status = 'live' and waiting_since is not null
        and not exists (select from queue where type = ${missTask.type} and site = waiting.site and name = waiting.id)
      limit ${maxViolations}`,
  },
  waiting_past_end: {
    broken: 'a visitor still waits after the time limit',
    find: (sql, now) => sql`
      select id from conversations waiting
      where status = 'live' and waiting_since is not null and (waiting_since < ${now - maxWait} or exists (
        select from queue
        where type = ${missTask.type} and site = waiting.site and name = waiting.id and run_at < ${now - slack}
          and not lease_holds(lease)))
      limit ${maxViolations}`,
  },
  waiting_unserved: {
    broken: 'a conversation counts as waiting but is not live or is spam',
    find: (sql) => violating(sql, sql`waiting_since is not null and (status <> 'live' or spam)`),
  },
  unanswered_unowned: {
    broken: 'an unassigned live chat with an unanswered message that is not waiting',
    find: (sql) => sql`
      select id from conversations live
      where status = 'live' and waiting_since is null and assigned_to is null and ended_at is null and 'user' = (
        select role from messages where conversation_id = live.id and role <> 'system' order by seq desc limit 1)
      limit ${maxViolations}`,
  },
  live_without_end: {
    broken: 'a live chat without a task that closes it when inactive',
    find: (sql) => sql`
      select id from conversations live
      where status = 'live'
        and not exists (select from queue where type = ${idleTask.type} and site = live.site and name = live.id)
      limit ${maxViolations}`,
  },
  owner_absent: {
    broken:
      'a live chat assigned to somebody who left more than two minutes ago, or waiting for somebody who is offline',
    find: (sql, now) => sql`
      select id from conversations owned
      where status = 'live' and snoozed_at is null and assigned_to like '%@%' and assigned_to not like '%:%'
        and not exists (
          select from presence where site = owned.site and email = owned.assigned_to and until > ${now - slack})
        and (waiting_since <= ${now - returnAfter - slack} or waiting_since is null and exists (
          select from attendance
          where site = owned.site and email = owned.assigned_to and gone_at <= ${now - returnAfter - slack}
            and coalesce(owned.taken_at, 0) <= gone_at))
      limit ${maxViolations}`,
  },
  reply_cut: {
    broken: 'a visitor message that is neither answered nor failed, without a reply being written',
    find: (sql, now) => sql`
      select id from conversations cut
      where id in (select conversation_id from messages where role = 'user' and outcome is null)
        and not exists (
          select from queue
          where type = ${replyTask.type} and site = cut.site and name = cut.id
            and (lease_holds(lease) or run_at > ${now - slack}))
      limit ${maxViolations}`,
  },
  closed_without_time: {
    broken: 'a conversation that is closed without a closing time, or has one without being closed',
    find: (sql) => violating(sql, sql`(status = 'closed') <> (closed_at is not null)`),
  },
  name_without_owner: {
    broken: 'an unassigned conversation with the name of an assignee',
    find: (sql) => violating(sql, sql`assigned_to is null and assigned_name is not null`),
  },
}

/** All violations in one statement, which runs every few seconds. */
export function findBroken(sql: Sql, now: number): Promise<{ invariant: string; id: string }[]> {
  const each = Object.entries(invariants).map(
    ([name, { find }]) => sql`select ${name}::text as invariant, id from (${find(sql, now)}) broken`,
  )
  return sql`${each.reduce((all, one) => sql`${all} union all ${one}`)}`
}

/**
 * Conversations that violate one of three invariants. The condition repeats that of the index verbatim, so that the
 * index is used. The order by is that of the index too: the planner assumes violations to be common, and would
 * otherwise scan the whole table for the first ones.
 */
const violating = (sql: Sql, broken: ReturnType<Sql>) => sql<{ id: string }[]>`
  select id from conversations
  where ((status = 'closed') <> (closed_at is not null) or (waiting_since is not null and (status <> 'live' or spam))
    or (assigned_to is null and assigned_name is not null)) and ${broken}
  order by id limit ${maxViolations}`
