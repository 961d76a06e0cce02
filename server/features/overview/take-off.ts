import type { Tx } from '../../core/context.ts'

/**
 * Takes off what was counted of live chats before a time. They are counted by what happened, which stays counted when its
 * conversation is deleted: this is for what never happened.
 */
export async function takeOffLive({ sql, site }: Tx, before: number): Promise<void> {
  await sql`
    insert into tally_changes (site, quarter, name, key, change)
    select site, quarter, name, key, -sum(count) from (
      select site, quarter, name, key, count from tallies where span = 1 and site = ${site.id}
      union all select site, quarter, name, key, change from tally_changes where site = ${site.id}) as counted
    where name like 'live %' and quarter < quarter_of(${before})
    group by site, quarter, name, key having sum(count) <> 0`
}
