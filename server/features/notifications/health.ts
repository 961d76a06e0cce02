import type { Problem } from '../../../shared/overview.ts'
import type { Context } from '../../core/context.ts'
import { toProblem } from '../../core/failure.ts'
import { findService } from './setup.ts'

/** The email service, if the last email was not accepted. */
export async function emailProblems(ctx: Context): Promise<Problem[]> {
  const service = await findService(ctx)
  if (!service?.enabled || service.last_status !== 'error') return []
  const { last_error, reason, params } = service
  return [toProblem('email_failing', 'Email cannot be sent', { message: last_error ?? '', reason, params })]
}
