import type { Assign, Assigned } from '../../../shared/live.ts'
import type { Context, Tx } from '../../core/context.ts'
import { badRequest, forbidden } from '../../core/error.ts'
import { findAccount } from '../accounts/account.ts'
import { addMessages } from '../conversations/add-messages.ts'
import { changeConversation } from '../conversations/change-conversation.ts'
import { type ConversationRow, updateConversation } from '../conversations/conversation.ts'
import { beginWaiting } from '../conversations/queue-entry.ts'
import { type Agent, agentOf, joinedLine, personOf } from './agent.ts'
import { isThere } from './availability.ts'

/** Assigns a conversation, or unassigns it. The status stays. Assigning to the current assignee changes nothing. */
export async function assignConversation(ctx: Context, { id, to }: Assign & { id: string }): Promise<Assigned> {
  const agent = await agentNamed(ctx, to)
  return await changeConversation(ctx, id, {
    stops: ({ status, assigned_to }) => status === 'live' && agent !== null && assigned_to !== agent.id,
    async run(tx, conversation) {
      await assignTo(tx, conversation, agent)
      const { assigned_to, assigned_name } = conversation
      if (assigned_to === (agent?.id ?? null)) return answer(id, assigned_to, assigned_name)
      return answer(id, agent?.id ?? null, agent?.name ?? null)
    },
  })
}

const answer = (conversationId: string, assignedTo: string | null, assignedName: string | null): Assigned => ({
  conversationId,
  assignedTo,
  assignedName,
})

async function agentNamed(ctx: Context, to: string | null): Promise<Agent | null> {
  if (to === null) return null
  if (to === 'me') return personOf(ctx)
  const email = to.toLowerCase()
  if (ctx.actor.kind === 'person' && ctx.actor.id === email) return agentOf(ctx)
  if (ctx.actor.kind === 'person' && ctx.actor.role !== 'admin' && !ctx.actor.owner)
    throw forbidden('to: Only admins can assign conversations to others.', 'admin_only')
  const account = await findAccount(ctx.sql, email)
  if (!account) throw badRequest('to: No such account.', 'unknown_account')
  return { id: account.email, name: account.name || account.email, isKey: false }
}

/**
 * Assigns or unassigns a conversation that the caller has locked, and emits events unless nothing changes. The visitor
 * of a live chat sees who joined. The visitor waits if the new assignee has no open dashboard, or if nobody is assigned
 * and the visitor wrote last.
 * @param by who assigns it, if not the caller
 */
export async function assignTo(tx: Tx, conversation: ConversationRow, agent: Agent | null, by = tx.actor.id) {
  const { id, status, assigned_to } = conversation
  if (assigned_to === (agent?.id ?? null)) return
  const isLive = status === 'live'
  const { changes } = await addMessages(tx, conversation, isLive && agent ? [joinedLine(tx, conversation, agent)] : [])
  await updateConversation(tx.sql, id, {
    ...(isLive && agent ? changes : {}),
    assigned_to: agent?.id ?? null,
    assigned_name: agent?.name ?? null,
    taken_at: null,
    ...(isLive ? await waitingAfter(tx, conversation, agent) : {}),
  })
  tx.emit('conversation.assigned', {
    conversationId: id,
    assignedTo: agent?.id ?? null,
    name: agent?.name ?? null,
    by,
  })
}

async function waitingAfter(tx: Tx, conversation: ConversationRow, agent: Agent | null) {
  const waits = agent ? agent.id.includes('@') && !(await isThere(tx, agent.id)) : await isUnanswered(tx, conversation)
  return waits ? await beginWaiting(tx, conversation) : { waiting_since: null }
}

/** Whether the visitor wrote last. */
async function isUnanswered({ sql }: Tx, { id, waiting_since }: ConversationRow): Promise<boolean> {
  const [last] = await sql<{ role: string }[]>`
    select role from messages where conversation_id = ${id} and role <> 'system' order by seq desc limit 1`
  return waiting_since !== null || last?.role === 'user'
}
