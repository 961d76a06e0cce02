import { z } from 'zod'
import { CannedReply, CannedReplyList, NewCannedReply, PatchCannedReply } from '../../../../shared/canned-reply.ts'
import { Deleted } from '../../../../shared/page.ts'
import { exact } from '../../../../shared/text.ts'
import { del, get, patch, post } from '../../../core/operation.ts'
import { createCannedReply, deleteCannedReply, listCannedReplies, patchCannedReply } from './canned-replies.ts'

const id = exact(64, 1)

export const cannedReplyOperations = {
  list: get('/canned-replies', {
    summary: 'List the canned replies',
    description: 'Texts that the team sends often, by their shortcuts.',
    scope: 'conversations:read',
    input: z.object({}),
    output: CannedReplyList,
    run: listCannedReplies,
  }),
  create: post('/canned-replies', {
    summary: 'Make a canned reply',
    description: 'No two have the same shortcut, whatever its case. A site has at most 500.',
    scope: 'settings:write',
    status: 201,
    errors: [409],
    input: NewCannedReply,
    output: CannedReply,
    run: createCannedReply,
  }),
  update: patch('/canned-replies/:id', {
    summary: 'Change a canned reply',
    scope: 'settings:write',
    errors: [409],
    input: PatchCannedReply.extend({ id }),
    output: CannedReply,
    run: patchCannedReply,
  }),
  delete: del('/canned-replies/:id', {
    summary: 'Delete a canned reply',
    scope: 'settings:write',
    input: z.object({ id }),
    output: Deleted,
    run: deleteCannedReply,
  }),
}
