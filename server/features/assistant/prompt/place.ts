import type { Site } from '../../../core/context.ts'
import { badRequest } from '../../../core/error.ts'

/** Why the prompt of a site cannot be edited here; null where it can. */
export const whyFixed = ({ connector }: Site): string | null =>
  connector === 'assistant' ? null : 'An AI backend of your own answers for this site: its instructions are kept there.'

/** 400 where the prompt cannot be edited here. */
export function refuseForeignBackend(site: Site): void {
  const reason = whyFixed(site)
  if (reason !== null) throw badRequest(reason, 'foreign_backend')
}
