import type { JobField } from '../../../shared/job.ts'
import type { Context } from '../../core/context.ts'
import { AppError } from '../../core/error.ts'
import { mergedFields } from './values.ts'

type Known = { id: string; status: string; fields: Record<string, string> }

/** The job of a chat: the open one, if there are several. */
export async function jobOf({ sql, site }: Context, conversationId: string): Promise<Known | undefined> {
  const [job] = await sql<Known[]>`
    select id, status, fields from jobs where conversation_id = ${conversationId} and site = ${site.id}
    order by status = 'open' desc, number desc limit 1`
  return job
}

/** A value that a visitor gave for a field, as an entry; empty if the field does not accept it. */
export function fittingFields(field: JobField, text: string | undefined): [string, string][] {
  if (!text) return []
  const option = field.options?.find((one) => one.toLowerCase() === text.toLowerCase())
  try {
    return Object.entries(mergedFields([field], {}, { [field.name]: option ?? text }))
  } catch (error) {
    if (error instanceof AppError) return []
    throw error
  }
}
