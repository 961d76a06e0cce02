import { z } from 'zod'
import {
  Assign,
  Assigned,
  Closed,
  HandedBack,
  LiveStatus,
  TakeConversation,
  Takeover,
  TeamReply,
  Undone,
} from '../../../shared/live.ts'
import { Message, SentFile } from '../../../shared/message.ts'
import { exact } from '../../../shared/text.ts'
import { createOnce, get, post, upload } from '../../core/operation.ts'
import { assignConversation } from './assign.ts'
import { admitTeamFile, readReply, replyToVisitor, sendFileToVisitor } from './reply.ts'
import { getLiveStatus } from './status.ts'
import { closeChat, handBack, takeOver, undoLeaving } from './takeover.ts'

const id = exact(64, 1)

export const liveOperations = {
  status: get('/live/status', {
    summary: 'Retrieve availability and live chats',
    description:
      'A person is available while at least one of their dashboards is open and set to available. `waiting` counts visitors ' +
      "who wait for a person, `unassigned` unassigned live chats, `mine` the caller's live chats.",
    scope: 'conversations:read',
    input: z.object({}),
    output: LiveStatus,
    run: getLiveStatus,
  }),
}

/** The team's operations on one conversation that receive a file. */
export const teamUploads = {
  sendFile: upload('/conversations/:id/files', {
    summary: 'Send a file to a visitor',
    description:
      'Sends one file, like a reply: images, PDF, Word and Excel documents, text and CSV, of at most `files.maxChatMb`. Returns 403 ' +
      'while `files.chat` is off, and 409 like a reply if there are messages after `lastSeenMessageId`.',
    scope: 'conversations:write',
    status: 201,
    errors: [403, 409, 413],
    input: SentFile.extend({ id, lastSeenMessageId: TeamReply.shape.lastSeenMessageId }),
    output: Message,
    admitFile: admitTeamFile,
    ...createOnce(sendFileToVisitor, readReply),
  }),
}

/** The team's operations on one conversation. */
export const teamOperations = {
  reply: post('/conversations/:id/reply', {
    summary: 'Reply to a visitor',
    description:
      'Works on every conversation. If the assistant handles it, or it is closed or unassigned, it is assigned to the caller. ' +
      'If there are messages after `lastSeenMessageId`, nothing is sent and the response is 409, with these messages as `unseen` ' +
      'beside `error`. Returns 400 if live chat is off.',
    scope: 'conversations:write',
    status: 201,
    errors: [409],
    input: TeamReply.safeExtend({ id }),
    output: Message,
    ...createOnce((ctx, given: TeamReply & { id: string }) => replyToVisitor(ctx, given), readReply),
  }),
  takeover: post('/conversations/:id/takeover', {
    summary: 'Take over a conversation',
    description:
      'Takes over a conversation from the assistant, the queue, a colleague or the closed ones. The visitor sees who joined, and ' +
      'a reply being written by the assistant is stopped. For signed-in people; keys get 400. If several people take over ' +
      'at once, one succeeds. The others get 409, with `assignedTo` and `assignedName` beside `error`.',
    scope: 'conversations:write',
    errors: [409],
    input: TakeConversation.safeExtend({ id }),
    output: Takeover,
    run: takeOver,
  }),
  assign: post('/conversations/:id/assign', {
    summary: 'Assign a conversation',
    description:
      'The status stays the same. Only admins and keys can assign to others; only signed-in people can use `me`. You can assign ' +
      'to any account. If that person is offline or has never signed in, the live chat waits. The visitor of a ' +
      'live chat sees who joined. Assigning to the current assignee changes nothing.',
    scope: 'conversations:write',
    input: Assign.safeExtend({ id }),
    output: Assigned,
    run: assignConversation,
  }),
  close: post('/conversations/:id/close', {
    summary: 'Close a conversation',
    description:
      'Notifies the visitor of a live chat. If the visitor writes again, the assistant answers. Closing a closed conversation changes nothing.',
    scope: 'conversations:write',
    input: z.object({ id }),
    output: Closed,
    run: closeChat,
  }),
  handback: post('/conversations/:id/handback', {
    summary: 'Hand a conversation back to the assistant',
    description:
      'The assistant answers the visitor’s next message. Returns 409 if it already handles the conversation.',
    scope: 'conversations:write',
    errors: [409],
    input: z.object({ id }),
    output: HandedBack,
    run: handBack,
  }),
  undo: post('/conversations/:id/undo', {
    summary: 'Undo closing or handing back',
    description:
      'Restores status, assignee and wait of a conversation that the team closed or handed back, and removes the message about it ' +
      'from the chat. Possible until the visitor has read that message (`undoable`). Afterwards, or once the conversation has ' +
      'continued, the response is 409; take it over instead.',
    scope: 'conversations:write',
    errors: [409],
    input: z.object({ id }),
    output: Undone,
    run: undoLeaving,
  }),
}
