import type { Block, Blocked } from '../../../../shared/inbox.ts'
import { clientRange, inRanges, isLoopback } from '../../../core/address.ts'
import type { Context, Tx } from '../../../core/context.ts'
import { badRequest } from '../../../core/error.ts'
import { setBlocked } from '../../settings/block.ts'
import { closeConversation } from '../close.ts'
import type { ConversationRow } from '../conversation.ts'
import { interrupting } from '../interrupt.ts'

/**
 * Keeps the visitor of a conversation from the site's chat by their address, and closes the conversation; or lets them in
 * again. 400 where their address is not known: over the API, or after some days.
 */
export async function blockVisitor(ctx: Context, { id, blocked }: Block & { id: string }): Promise<Blocked> {
  return await interrupting(ctx, id, {
    stops: ({ status }) => blocked && status !== 'closed',
    async run(tx, conversation) {
      const address = knownAddress(tx, conversation)
      const before = tx.site.settings.security.blockIps
      const blockIps = await setBlocked(tx, clientRange(address), blocked)
      if (blocked) await closeConversation(tx, conversation, { by: tx.actor.id, reason: 'team' })
      if (inRanges(address, before) !== inRanges(address, blockIps)) tx.emit('conversation.changed', { id })
      const status = blocked ? 'closed' : conversation.status
      return { conversationId: id, blocked: inRanges(address, blockIps), status }
    },
  })
}

function knownAddress({ parts }: Tx, { channel, address }: ConversationRow): string {
  if (channel === 'api')
    throw badRequest('A conversation over the API has no address of its visitor to block.', 'no_address')
  if (address === null) throw badRequest('The address of this visitor is no longer known.', 'address_forgotten')
  // One entry would keep everybody out.
  if (isLoopback(address) && !isLoopback(new URL(parts.config.baseUrl).hostname))
    throw badRequest(
      'All visitors seem to come from this machine: name its reverse proxy in TRUST_PROXY.',
      'own_address',
    )
  return address
}
