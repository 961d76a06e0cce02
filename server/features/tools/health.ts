import type { Problem } from '../../../shared/overview.ts'
import type { Context } from '../../core/context.ts'
import { toProblem } from '../../core/failure.ts'
import type { ToolRow } from './tools.ts'

/** The tools whose last call failed. */
export async function toolProblems({ sql, site }: Context): Promise<Problem[]> {
  const rows = await sql<Pick<ToolRow, 'last_error' | 'reason' | 'params'>[]>`
    select last_error, reason, params from tools
    where site = ${site.id} and enabled and last_error is not null order by name`
  return rows.map(({ last_error, ...why }) =>
    toProblem('tool_failing', 'A tool is failing', { message: last_error ?? '', ...why }),
  )
}
