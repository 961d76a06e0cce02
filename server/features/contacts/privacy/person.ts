import type { Scope } from '../../../../shared/scope.ts'
import { covers } from '../../../../shared/scope.ts'
import type { Context } from '../../../core/context.ts'
import { forbidden, notFound } from '../../../core/error.ts'
import type { LeadRow } from '../leads/leads.ts'

/** A contact of the site. */
export async function findContact({ sql, site }: Pick<Context, 'sql' | 'site'>, id: string): Promise<LeadRow> {
  const [lead] = await sql<LeadRow[]>`select * from leads where id = ${id} and site = ${site.id}`
  if (!lead) throw notFound('contact')
  return lead
}

/**
 * The conversations of a contact, and the one that it came from where that has no other contact; oldest first. A chat whose
 * visitor only typed the contact's email is not among them: it may be a stranger's.
 */
export async function conversationsOf({ sql, site }: Pick<Context, 'sql' | 'site'>, lead: LeadRow): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from conversations where lead_id = ${lead.id} and lead_proof is not null and site = ${site.id}
    union select id from conversations where id = ${lead.conversation_id} and site = ${site.id} and lead_id is null
    order by id`
  return rows.map(({ id }) => id)
}

/** Whoever may see or erase a contact may do so to its conversations only with the scope for them. */
export function requireForTalks({ actor }: Context, conversations: string[], scope: Scope): void {
  if (conversations.length > 0 && !covers(actor.scopes, scope))
    throw forbidden(`This needs the scope ${scope} too.`, 'scope_missing', { scope })
}
