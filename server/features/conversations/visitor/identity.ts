import type { ChatIdentity, Identified, Verification } from '../../../../shared/chat.ts'
import type { Contact, User } from '../../../../shared/conversation.ts'
import type { Context } from '../../../core/context.ts'
import { notFound } from '../../../core/error.ts'
import { startDetails } from '../../contacts/leads/details.ts'
import { captureLead } from '../../contacts/leads/leads.ts'
import { readIdentityToken } from '../../settings/identity/token.ts'
import { findIdentitySecret } from '../../settings/identity-secret.ts'
import { lockConversation, updateConversation } from '../conversation.ts'

type Checked = { user: User | undefined; verification: Verification }

/** The user that a token proves. An invalid token is not an error: the chat continues with an unverified visitor. */
export async function checkIdentity(ctx: Context, { token }: ChatIdentity): Promise<Checked> {
  if (!token) return { user: undefined, verification: { verified: false } }
  const secret = await findIdentitySecret(ctx)
  const read = await readIdentityToken(token, secret, { site: ctx.site.id, now: ctx.now() })
  if ('user' in read) return { user: read.user, verification: { verified: true } }
  return { user: undefined, verification: { verified: false, reason: read.fault } }
}

/** The contact details that a page claims, like those of a form. */
export function claimsOf({ name, email }: ChatIdentity): Contact | undefined {
  return name || email ? { ...(name && { name }), ...(email && { email }) } : undefined
}

/**
 * Stores who the visitor is. A valid token makes them the conversation's user. Name and email are contact details, and
 * never replace those proved by a token.
 */
export async function identifyVisitor(ctx: Context, id: string, identity: ChatIdentity): Promise<Identified> {
  const { user, verification } = await checkIdentity(ctx, identity)
  await ctx.tx(async (tx) => {
    const conversation = await lockConversation(tx, id)
    if (!conversation) throw notFound('conversation')
    const visitor = user ?? (conversation.visitor as User | null)
    const details = startDetails(claimsOf(identity), visitor ?? undefined)
    const arrived = { details, source: 'form', trusted: false, message: null } as const
    const { link } = await captureLead(tx, { ...conversation, visitor }, arrived)
    await updateConversation(tx.sql, id, link)
    if (!user) return
    await tx.sql`update conversations set visitor = ${tx.sql.json(user as never)} where id = ${id}`
    tx.emit('conversation.changed', { id })
  })
  return { id, ...verification }
}
