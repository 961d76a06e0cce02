import type { Problem } from '../../../shared/overview.ts'
import type { Context } from '../../core/context.ts'
import { failure, toProblem } from '../../core/failure.ts'
import { findService, type ServiceRow } from './setup.ts'
import { countBounces } from './visitor/addresses.ts'

/** The email service, if the last email was not accepted. */
export async function emailProblems(ctx: Context): Promise<Problem[]> {
  const service = await findService(ctx)
  if (!service?.enabled) return []
  return [...serviceProblems(service), ...(await bounceProblems(ctx))]
}

/** Addresses that refused email within a day. */
async function bounceProblems(ctx: Context): Promise<Problem[]> {
  const count = await countBounces(ctx)
  if (count === 0) return []
  const words = failure('emails_bounced', `Mail servers refused emails to ${count} visitors.`, { count })
  return [toProblem('email_failing', 'Emails to visitors were refused', words)]
}

function serviceProblems({ last_status, last_error, reason, params }: ServiceRow): Problem[] {
  if (last_status !== 'error') return []
  return [toProblem('email_failing', 'Email cannot be sent', { message: last_error ?? '', reason, params })]
}
