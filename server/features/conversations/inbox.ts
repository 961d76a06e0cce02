import { z } from 'zod'
import { ConversationPatched, ConversationVerified, PatchConversation } from '../../../shared/conversation.ts'
import {
  Away,
  AwayQuery,
  Block,
  Blocked,
  ConversationCounts,
  Missed,
  MissedPatch,
  maxCounted,
  Snooze,
  Snoozed,
} from '../../../shared/inbox.ts'
import { maxLabels } from '../../../shared/label.ts'
import { Deleted } from '../../../shared/page.ts'
import { exact } from '../../../shared/text.ts'
import { clientRange, inRanges, isLoopback } from '../../core/address.ts'
import type { Context, Services, Tx } from '../../core/context.ts'
import { badRequest, notFound } from '../../core/error.ts'
import { eventId } from '../../core/events.ts'
import { del, get, patch, post } from '../../core/operation.ts'
import { mergedAttributes, sameTexts } from '../contacts/attributes.ts'
import { confirmLead } from '../contacts/leads/leads.ts'
import { readAway } from '../live/away.ts'
import { setBlocked } from '../settings/settings.ts'
import { changeConversation } from './change-conversation.ts'
import { closeConversation } from './close.ts'
import { type ConversationRow, lockConversation, updateConversation } from './conversation.ts'
import { deleteConversation } from './delete.ts'
import type { Piece } from './filters.ts'
import { changeLabels, listLabelsOn } from './labels.ts'
import { listNotes } from './notes.ts'
import { snoozeConversation } from './snooze.ts'

/** Changes what the team keeps about a conversation. If one part is refused, nothing changes. */
export async function patchConversation(
  ctx: Context,
  { id, ...patch }: PatchConversation & { id: string },
): Promise<ConversationPatched> {
  return await changeConversation(ctx, id, {
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

/** Spam leaves the queue and loses its assignee, so the conversation is closed. Unmarking it changes nothing else. */
async function changeSpam(tx: Tx, conversation: ConversationRow, wanted: boolean | undefined): Promise<boolean> {
  if (wanted === undefined || wanted === conversation.spam) return false
  await updateConversation(tx.sql, conversation.id, { spam: wanted })
  if (wanted) await closeConversation(tx, conversation, { by: tx.actor.id, reason: 'team' })
  return true
}

/**
 * Blocks the visitor of a conversation from the site's chat by their address, and closes the conversation; or unblocks
 * them. 400 if their address is not known: they wrote over the API, or some days ago.
 */
async function blockVisitor(ctx: Context, { id, blocked }: Block & { id: string }): Promise<Blocked> {
  return await changeConversation(ctx, id, {
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

function knownAddress({ services }: Tx, { channel, address }: ConversationRow): string {
  if (channel === 'api')
    throw badRequest('A conversation that was started over the API has no visitor address to block.', 'no_address')
  if (address === null) throw badRequest('The IP address of this visitor is no longer stored.', 'address_forgotten')
  // Behind a proxy on this machine, every visitor has this address.
  if (isLoopback(address) && !isLoopback(new URL(services.config.baseUrl).hostname))
    throw badRequest(
      'All visitors appear to connect from this machine. Set its reverse proxy in TRUST_PROXY.',
      'own_address',
    )
  return address
}

/** Returns the number of conversations in each list of the inbox, in one query of bounded cost. */
async function countConversations(ctx: Context): Promise<ConversationCounts> {
  const { sql, site, actor } = ctx
  const count = (condition: Piece) => sql`(
    select count(*)::int from (
      select from conversations where site = ${site.id} and ${condition} limit ${maxCounted}) counted)`
  // The few snoozed ones have an index of their own, which the others could not use with another condition.
  const awake = (condition: Piece) => sql`${count(condition)} - ${count(sql`snoozed_at is not null and ${condition}`)}`
  const [{ seq, ...counts }] = await sql<[Omit<ConversationCounts, 'asOf'> & { seq: number }]>`
    select ${count(sql`not spam and waiting_since is not null`)} as waiting,
      ${count(sql`not spam and missed_open and waiting_since is null`)} as missed,
      ${awake(sql`not spam and status = 'live' and assigned_to = ${actor.id}`)} as mine,
      ${awake(sql`not spam and status = 'live' and assigned_to is null`)} as unassigned,
      ${count(sql`not spam and snoozed_at is not null`)} as snoozed, (
        select count(*)::int from (
          select distinct conversation_id from mentions
          where site = ${site.id} and email = ${actor.id} and not seen limit ${maxCounted}) counted) as mentions,
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
      select from conversation_labels where label_id = l.id and not spam limit ${maxCounted}) counted)), '{}')
  from (select id from labels where site = ${site.id} limit ${maxLabels}) l)`

/**
 * Confirms that the visitor of a conversation is the contact whose email they typed. Confirming again changes nothing.
 */
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

/** Dismisses a missed chat without a reply, or undoes that. Changes nothing in a conversation that was never missed. */
async function patchMissed(ctx: Context, { id, open }: MissedPatch & { id: string }): Promise<Missed> {
  return await ctx.tx(async (tx) => {
    const conversation = await lockConversation(tx, id)
    if (!conversation) throw notFound('conversation')
    const { missed_at, missed_open } = conversation
    const isOpen = open && missed_at !== null
    if (isOpen !== missed_open) {
      await updateConversation(tx.sql, id, { missed_open: isOpen })
      tx.emit('conversation.changed', { id })
    }
    return { conversationId: id, missedAt: isOpen ? missed_at : null }
  })
}

const day = 86_400_000
/** How long visitors' addresses are kept, because somebody may want to block one. */
const keptDays = 7

/** Deletes visitors' addresses some days after their conversations began. */
export async function forgetAddresses({ database, clock }: Pick<Services, 'database' | 'clock'>): Promise<void> {
  await database.sql`
    update conversations set address = null
    where address is not null and started_at < ${clock.now() - keptDays * day}`
}

const id = exact(64, 1)

export const inboxOperations = {
  counts: get('/conversations/counts', {
    summary: 'Count conversations per list',
    description:
      'Returns the number of waiting, missed, mine (live), unassigned (live), snoozed, assistant, closed, all and spam conversations, and counts ' +
      'by label. Counts stop at 1000, which means 1000 or more. Spam is counted only in `spam`.',
    scope: 'conversations:read',
    input: z.object({}),
    output: ConversationCounts,
    run: countConversations,
  }),
  update: patch('/conversations/:id', {
    summary: 'Update a conversation',
    description:
      '`attributes` are merged; null removes a value. `labels` replaces all labels, then `addLabels` and `removeLabels` ' +
      'apply. Labels can be ids or case-insensitive names. If any part is invalid, nothing changes.',
    scope: 'conversations:write',
    input: PatchConversation.extend({ id }),
    output: ConversationPatched,
    run: patchConversation,
  }),
  delete: del('/conversations/:id', {
    summary: 'Delete a conversation',
    description:
      'Deletes the conversation with its messages, callback requests, notes and logged events. The contact stays.',
    scope: 'conversations:write',
    input: z.object({ id }),
    output: Deleted,
    run: deleteConversation,
  }),
  block: post('/conversations/:id/block', {
    summary: 'Block or unblock a visitor',
    description:
      "Adds the IP address that started the chat to the site's `security.blockIps` (IPv6: its /64) and closes the " +
      'conversation. Returns 400 if the address is older than seven days and thus deleted, or if the chat was started over the API.',
    scope: 'conversations:write',
    input: Block.extend({ id }),
    output: Blocked,
    run: blockVisitor,
  }),
  missed: post('/conversations/:id/missed', {
    summary: 'Dismiss a missed chat',
    description:
      'A chat that nobody answered in time stays in the list `missed` until somebody takes over, replies, closes it, completes ' +
      'its callback request or dismisses it. `open: true` undoes a dismissal. Changes nothing if the chat was never missed.',
    scope: 'conversations:write',
    input: MissedPatch.extend({ id }),
    output: Missed,
    run: patchMissed,
  }),
  snooze: post('/conversations/:id/snooze', {
    summary: 'Snooze a conversation',
    description:
      'Takes a conversation out of the lists of its assignee until a time, or until its visitor writes. It then returns on top, with the ' +
      'event `conversation.unsnoozed`. A snoozed live chat is not closed for inactivity, and stays assigned while its assignee is ' +
      'away. Returns 409 if the visitor waits for a person. Closing a conversation ends its snooze.',
    scope: 'conversations:write',
    errors: [409],
    input: Snooze.extend({ id }),
    output: Snoozed,
    run: snoozeConversation,
  }),
  verify: post('/conversations/:id/verify', {
    summary: 'Verify the contact of a conversation',
    description:
      "A visitor's typed email is unverified. Until you verify the contact, `leadVerified` is false, the assistant does not " +
      'see the stored contact, and details that the visitor types are stored in `lead_claim`. Verifying confirms that the visitor ' +
      "is the contact: the claim fills empty fields, the conversation's callbacks are added to the contact, and the assistant can " +
      'use its details. Verifying again changes nothing. Returns 409 if there is no contact. A signed identity token, or `user` ' +
      'in a start over the API, verifies the contact with that email automatically; `contact` does not.',
    scope: 'leads:write',
    errors: [409],
    input: z.object({ id }),
    output: ConversationVerified,
    run: verifyContact,
  }),
}

export const awayOperations = {
  away: get('/live/away', {
    summary: 'Retrieve activity while you were away',
    description: 'Returns how many visitors asked for a person, got one or did not, and which of them were yours.',
    scope: 'conversations:read',
    input: AwayQuery,
    output: Away,
    run: readAway,
  }),
}
