import type { Context } from '../../core/context.ts'

/** What there is a count of, as triggers keep it. */
export type Counted = 'contacts now' | 'contacts untagged' | 'callbacks now'

/** How many there are now of each status: from what was added up, and what was not yet; however many there are. */
export const countByStatus = <S extends string>({ sql, site }: Pick<Context, 'sql' | 'site'>, what: Counted) =>
  sql<{ status: S; count: number }[]>`
    select key as status, sum(count)::int as count from (
      select key, count from tallies where site = ${site.id} and span = 3072 and name = ${what} and quarter = 0
      union all
      select key, change from tally_changes where site = ${site.id} and name = ${what}) as counted
    group by key`
