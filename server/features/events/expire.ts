import type { Parts } from '../../core/context.ts'

const day = 86_400_000

/** Removes events that are older than `eventDays`, and keeps in mind up to where the log was cut. */
export async function expireEvents({
  database,
  config,
  clock,
}: Pick<Parts, 'database' | 'config' | 'clock'>): Promise<void> {
  const oldest = clock.now() - config.timings.eventDays * day
  // Cut at one place of the log, not by each event's time: what remains has no gap.
  await database.sql`
    with cut as (select coalesce(max(seq), 0) as seq from events where at < ${oldest}),
      removed as (delete from events using cut where events.seq <= cut.seq)
    update event_floor set seq = greatest(event_floor.seq, cut.seq) from cut`
}
