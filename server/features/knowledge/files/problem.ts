import { type Problem, problemPages } from '../../../../shared/overview.ts'
import type { Context } from '../../../core/context.ts'

const mostNamed = 5

/** Files from which nothing could be learned; they are listed until somebody removes them. */
export async function fileProblem({ sql, site }: Context): Promise<Problem[]> {
  const failed = await sql<{ name: string; error: string | null }[]>`
    select name, error from files where site = ${site.id} and status = 'error'
    order by created_at desc, id desc limit ${mostNamed}`
  if (failed.length === 0) return []
  const detail = failed.map(({ name, error }) => `${name}: ${error ?? ''}`).join(' · ')
  return [{ kind: 'file_failed', title: 'Files could not be read', detail, page: problemPages.file_failed }]
}
