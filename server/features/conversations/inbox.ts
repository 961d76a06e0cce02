import { z } from 'zod'
import { ConversationPatched, ConversationVerified, PatchConversation } from '../../../shared/conversation.ts'
import { Away, AwayQuery, Block, Blocked, ConversationCounts, mostCounted } from '../../../shared/inbox.ts'
import { mostLabels } from '../../../shared/label.ts'
import { Deleted } from '../../../shared/page.ts'
import { exact } from '../../../shared/text.ts'
import { clientRange, inRanges, isLoopback } from '../../core/address.ts'
import type { Context, Parts, Tx } from '../../core/context.ts'
import { badRequest, notFound } from '../../core/error.ts'
import { eventId } from '../../core/events.ts'
import { del, get, patch, post } from '../../core/operation.ts'
import { mergedAttributes, sameTexts } from '../contacts/attributes.ts'
import { confirmLead } from '../contacts/leads/leads.ts'
import { readAway } from '../live/away.ts'
import { setBlocked } from '../settings/settings.ts'
import { closeConversation } from './close.ts'
import { type ConversationRow, lockConversation, updateConversation } from './conversation.ts'
import { deleteConversation } from './delete.ts'
import type { Piece } from './filters.ts'
import { interrupting } from './interrupt.ts'
import { changeLabels, listLabelsOn } from './labels.ts'
import { listNotes } from './notes.ts'

/** Changes what the team keeps about a conversation: all of it or, where something does not fit, nothing. */
export async function patchConversation(
  ctx: Context,
  { id, ...patch }: PatchConversation & { id: string },
): Promise<ConversationPatched> {
  return await interrupting(ctx, id, {
    stops: ({ spam }) => patch.spam === true && !spam,
    async run(tx, conversation) {
      const attributes = await mergedAttributes(tx, 'conversation', conversation.attributes, patch.attributes)
      const changed = [
        await changeAttributes(tx, conversation, attributes),
        await changeLabels(tx, id, patch),
        await changeSpam(tx, conversation, patch.spam),
      ]
      if (changed.includes(true)) tx.emit('conversation.changed', { id })
      const [labels, notes] = [await listLabelsOn(tx, id), await listNotes(tx, id)]
      const { data, spam } = conversation
      return { id, labels: [...labels], attributes, data, notes, spam: patch.spam ?? spam }
    },
  })
}

async function changeAttributes(
  tx: Tx,
  { id, attributes }: ConversationRow,
  wanted: ConversationRow['attributes'],
): Promise<boolean> {
  if (sameTexts(attributes, wanted)) return false
  await tx.sql`update conversations set attributes = ${tx.sql.json(wanted)} where id = ${id}`
  return true
}

/** Spam leaves the queue, and nobody keeps it: it is closed. What is no spam after all stays as it is. */
async function changeSpam(tx: Tx, conversation: ConversationRow, wanted: boolean | undefined): Promise<boolean> {
  if (wanted === undefined || wanted === conversation.spam) return false
  await updateConversation(tx.sql, conversation.id, { spam: wanted })
  if (wanted) await closeConversation(tx, conversation, { by: tx.actor.id, reason: 'team' })
  return true
}

/**
 * Keeps the visitor of a conversation from the site's chat by their address, and closes the conversation; or lets them in
 * again. 400 where their address is not known: over the API, or after some days.
 */
async function blockVisitor(ctx: Context, { id, blocked }: Block & { id: string }): Promise<Blocked> {
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

/** How many conversations each list of the inbox holds, in one query that looks at no more than it may count. */
async function countConversations(ctx: Context): Promise<ConversationCounts> {
  const { sql, site, actor } = ctx
  const count = (condition: Piece) => sql`(
    select count(*)::int from (
      select from conversations where site = ${site.id} and ${condition} limit ${mostCounted}) counted)`
  const [{ seq, ...counts }] = await sql<[Omit<ConversationCounts, 'asOf'> & { seq: number }]>`
    select ${count(sql`not spam and waiting_since is not null`)} as waiting,
      ${count(sql`not spam and status = 'live' and assigned_to = ${actor.id}`)} as mine,
      ${count(sql`not spam and status = 'live' and assigned_to is null`)} as unassigned,
      ${count(sql`not spam and status = 'bot'`)} as assistant,
      ${count(sql`not spam and status = 'closed'`)} as closed,
      ${count(sql`not spam`)} as all,
      ${count(sql`spam`)} as spam,
      ${countLabels(ctx)} as labels, coalesce((select max(seq) from events), 0) as seq`
  return { ...counts, asOf: eventId(seq) }
}

const countLabels = ({ sql, site }: Context) => sql`(
  select coalesce(json_object_agg(l.id, (
    select count(*) from (
      select from conversation_labels where label_id = l.id and not spam limit ${mostCounted}) counted)), '{}')
  from (select id from labels where site = ${site.id} limit ${mostLabels}) l)`

/** Confirms that the visitor of a conversation is the contact whose email they typed. Once more changes nothing. */
async function verifyContact(ctx: Context, { id }: { id: string }): Promise<ConversationVerified> {
  return await ctx.tx(async (tx) => {
    const conversation = await lockConversation(tx, id)
    if (!conversation) throw notFound('conversation')
    const { lead_id, lead_proof } = conversation
    if (lead_id !== null && lead_proof !== null) return { id, leadId: lead_id, leadVerified: true }
    const { leadId, ...link } = await confirmLead(tx, conversation)
    await updateConversation(tx.sql, id, link)
    tx.emit('conversation.changed', { id })
    return { id, leadId, leadVerified: true }
  })
}

const day = 86_400_000
/** As long as somebody may still want to block a visitor. */
const keptDays = 7

/** Forgets where visitors wrote from, some days after their conversations began. */
export async function forgetAddresses({ database, clock }: Pick<Parts, 'database' | 'clock'>): Promise<void> {
  await database.sql`
    update conversations set address = null
    where address is not null and started_at < ${clock.now() - keptDays * day}`
}

const id = exact(64, 1)

export const inboxOperations = {
  counts: get('/conversations/counts', {
    summary: 'Count the conversations of each list',
    description:
      'Waiting, mine (live ones), unassigned (live ones), with the assistant, closed, all, spam, and by label; each up to ' +
      '1000, which means that or more. Spam counts in its own list alone.',
    scope: 'conversations:read',
    input: z.object({}),
    output: ConversationCounts,
    run: countConversations,
  }),
  update: patch('/conversations/:id', {
    summary: 'Change labels and attributes, or mark as spam',
    description:
      '`attributes` are merged, and null removes one. `labels` replaces all labels, then `addLabels` and `removeLabels` ' +
      'change single ones; each takes ids or names, whatever their case. Where one thing does not fit, nothing is changed.',
    scope: 'conversations:write',
    input: PatchConversation.extend({ id }),
    output: ConversationPatched,
    run: patchConversation,
  }),
  delete: del('/conversations/:id', {
    summary: 'Delete a conversation',
    description: 'With its messages, callback requests and notes, and with its events in the log. The contact stays.',
    scope: 'conversations:write',
    input: z.object({ id }),
    output: Deleted,
    run: deleteConversation,
  }),
  block: post('/conversations/:id/block', {
    summary: 'Block the visitor of a conversation, or let them in again',
    description:
      "By the address from which the chat was started, which goes into the site's `security.blockIps` (of IPv6, its /64); " +
      'the conversation is closed. Addresses are forgotten after seven days: then, and over the API, it is 400.',
    scope: 'conversations:write',
    input: Block.extend({ id }),
    output: Blocked,
    run: blockVisitor,
  }),
  verify: post('/conversations/:id/verify', {
    summary: 'Verify the contact of a conversation',
    description:
      'An email that a visitor types is only a claim: until you verify it, `leadVerified` is false, the assistant knows ' +
      'nothing of the stored contact, and what the visitor types is kept as `lead_claim`. Verifying confirms that they are ' +
      'the contact: the claim fills its empty fields, callbacks of the conversation become its own, and the assistant may ' +
      'use its details. Verifying again changes nothing. 409 without a contact. A signed identity token, or `user` when a ' +
      'conversation is started over the API, verifies the contact with that email by itself; `contact` does not.',
    scope: 'leads:write',
    errors: [409],
    input: z.object({ id }),
    output: ConversationVerified,
    run: verifyContact,
  }),
}

export const awayOperations = {
  away: get('/live/away', {
    summary: 'See what happened while you were away',
    description: 'How many visitors asked for a person, were answered or missed, and which of them were yours.',
    scope: 'conversations:read',
    input: AwayQuery,
    output: Away,
    run: readAway,
  }),
}
