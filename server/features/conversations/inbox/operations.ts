import { z } from 'zod'
import { ConversationPatched, ConversationVerified, PatchConversation } from '../../../../shared/conversation.ts'
import { Away, AwayQuery, Block, Blocked, ConversationCounts } from '../../../../shared/inbox.ts'
import { Deleted } from '../../../../shared/page.ts'
import { exact } from '../../../../shared/text.ts'
import { del, get, patch, post } from '../../../core/operation.ts'
import { readAway } from '../../live/away.ts'
import { deleteConversation } from '../delete.ts'
import { blockVisitor } from './block.ts'
import { countConversations } from './counts.ts'
import { patchConversation } from './update.ts'
import { verifyContact } from './verify.ts'

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
