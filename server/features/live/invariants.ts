import type { PendingQuery } from 'postgres'
import type { Sql } from '../../database/database.ts'
import { cutAfter } from '../conversations/turn-lease.ts'
import { idleTask, missTask } from '../settings/settings.ts'

/** What holds of every conversation at every moment that somebody else can see, and how to find those of which it does not. */
export type Invariant = {
  /** What is wrong where it is broken. */
  broken: string
  /** Ids of the conversations that break it, a hundred at most. */
  find(sql: Sql, now: number): PendingQuery<{ id: string }[]>
}

const minute = 60_000
/** A job that is due is begun within moments, and a person's absence is acted on within seconds. */
const slack = minute
const returnAfter = 2 * minute
/** Longer than any site lets a visitor wait, its job's retries included. */
const longest = 120 * minute
const most = 100

export const invariants: Record<string, Invariant> = {
  waiting_without_end: {
    broken: 'a visitor waits, and no job ends the wait',
    find: (sql) => sql`
      select id from conversations waiting
      where status = 'live' and waiting_since is not null
        and not exists (select from queue where type = ${missTask.type} and site = waiting.site and name = waiting.id)
      limit ${most}`,
  },
  waiting_past_end: {
    broken: 'a visitor waits although the time is over',
    find: (sql, now) => sql`
      select id from conversations waiting
      where status = 'live' and waiting_since is not null and (waiting_since < ${now - longest} or exists (
        select from queue
        where type = ${missTask.type} and site = waiting.site and name = waiting.id and run_at < ${now - slack}
          and leased_until < ${now}))
      limit ${most}`,
  },
  waiting_unserved: {
    broken: 'a conversation counts as waiting that is not live, or is spam',
    find: (sql) => astray(sql, sql`waiting_since is not null and (status <> 'live' or spam)`),
  },
  unanswered_unowned: {
    broken: 'the visitor of a live chat has the last word, nobody has it, and it does not wait',
    find: (sql) => sql`
      select id from conversations live
      where status = 'live' and waiting_since is null and assigned_to is null and ended_at is null and 'user' = (
        select role from messages where conversation_id = live.id and role <> 'system' order by seq desc limit 1)
      limit ${most}`,
  },
  live_without_end: {
    broken: 'a live chat that no job closes when nobody writes any more',
    find: (sql) => sql`
      select id from conversations live
      where status = 'live'
        and not exists (select from queue where type = ${idleTask.type} and site = live.site and name = live.id)
      limit ${most}`,
  },
  owner_absent: {
    broken: 'a live chat is with somebody who left more than two minutes ago, or waits for somebody who is not there',
    find: (sql, now) => sql`
      select id from conversations owned
      where status = 'live' and assigned_to like '%@%' and assigned_to not like '%:%'
        and not exists (
          select from presence where site = owned.site and email = owned.assigned_to and until > ${now - slack})
        and (waiting_since <= ${now - returnAfter - slack} or waiting_since is null and exists (
          select from attendance
          where site = owned.site and email = owned.assigned_to and gone_at <= ${now - returnAfter - slack}
            and coalesce(owned.taken_at, 0) <= gone_at))
      limit ${most}`,
  },
  reply_cut: {
    broken: 'a message of the visitor is neither answered nor marked as failed, and no reply is being written',
    find: (sql, now) => sql`
      select id from conversations cut
      where id in (select conversation_id from messages where role = 'user' and outcome is null)
        and (turn_id is null or turn_until < ${now - cutAfter - slack})
      limit ${most}`,
  },
  closed_without_time: {
    broken: 'a conversation is closed without saying since when, or the other way round',
    find: (sql) => astray(sql, sql`(status = 'closed') <> (closed_at is not null)`),
  },
  name_without_owner: {
    broken: 'a conversation bears the name of somebody and nobody has it',
    find: (sql) => astray(sql, sql`assigned_to is null and assigned_name is not null`),
  },
}

/** All that is broken, in one statement: it is asked every few seconds. */
export function findBroken(sql: Sql, now: number): Promise<{ invariant: string; id: string }[]> {
  const each = Object.entries(invariants).map(
    ([name, { find }]) => sql`select ${name}::text as invariant, id from (${find(sql, now)}) broken`,
  )
  return sql`${each.reduce((all, one) => sql`${all} union all ${one}`)}`
}

/**
 * Those that break one of three invariants. Together they stand as their index says it, word for word: only so is it used; and
 * in its order, as the planner takes each for common, and would otherwise look for the first of them through the whole table.
 */
const astray = (sql: Sql, broken: ReturnType<Sql>) => sql<{ id: string }[]>`
  select id from conversations
  where ((status = 'closed') <> (closed_at is not null) or (waiting_since is not null and (status <> 'live' or spam))
    or (assigned_to is null and assigned_name is not null)) and ${broken}
  order by id limit ${most}`
