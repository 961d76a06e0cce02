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
} from '../../../shared/live.ts'
import { Message } from '../../../shared/message.ts'
import { exact } from '../../../shared/text.ts'
import { get, post } from '../../core/operation.ts'
import { assignConversation } from './assign.ts'
import { replyToVisitor } from './reply.ts'
import { getLiveStatus } from './status.ts'
import { closeChat, handBack, takeOver } from './takeover.ts'

const id = exact(64, 1)

export const liveOperations = {
  status: get('/live/status', {
    summary: 'See who can answer, and how many live chats there are',
    description:
      'A person is available while at least one of their dashboards is open and set to available. `waiting` are visitors ' +
      'who wait for a person, `unassigned` live chats that nobody has, `mine` those of the caller.',
    scope: 'conversations:read',
    input: z.object({}),
    output: LiveStatus,
    run: getLiveStatus,
  }),
}

/** What the team does with one conversation. */
export const teamOperations = {
  reply: post('/conversations/:id/reply', {
    summary: 'Answer a visitor as somebody of the team',
    description:
      'Works on any conversation: one that the assistant has, that is closed or that nobody has becomes the caller’s. ' +
      'With `lastSeenMessageId`, nothing is sent where the visitor or a colleague wrote since: the answer is 409 with the ' +
      'messages as `unseen` beside `error`. 400 where live chat is off.',
    scope: 'conversations:write',
    status: 201,
    errors: [409],
    input: TeamReply.safeExtend({ id }),
    output: Message,
    run: replyToVisitor,
  }),
  takeover: post('/conversations/:id/takeover', {
    summary: 'Take a conversation over',
    description:
      'From the assistant, from the queue, from a colleague or from the closed ones. The visitor sees who joined, and what ' +
      'the assistant is just writing is stopped. For signed-in people: a key is refused with 400. Of several who press it ' +
      'at once, one gets it; the others get 409 with `assignedTo` and `assignedName` beside `error`.',
    scope: 'conversations:write',
    errors: [409],
    input: TakeConversation.safeExtend({ id }),
    output: Takeover,
    run: takeOver,
  }),
  assign: post('/conversations/:id/assign', {
    summary: 'Give a conversation to somebody, or to nobody',
    description:
      'The status stays. To a colleague by admins and keys alone; `me` by signed-in people alone. Anybody with an account ' +
      'can be given it, also before they first sign in: a live chat then waits, as with everybody who is not there. The ' +
      'visitor of a live chat sees who joined. Given to whoever has it already, nothing happens.',
    scope: 'conversations:write',
    input: Assign.safeExtend({ id }),
    output: Assigned,
    run: assignConversation,
  }),
  close: post('/conversations/:id/close', {
    summary: 'Close a conversation',
    description: 'The visitor of a live chat is told. Should they write again, the assistant answers. Twice is once.',
    scope: 'conversations:write',
    input: z.object({ id }),
    output: Closed,
    run: closeChat,
  }),
  handback: post('/conversations/:id/handback', {
    summary: 'Give a conversation back to the assistant',
    description: 'The assistant answers the visitor’s next message. 409 where it has the conversation already.',
    scope: 'conversations:write',
    errors: [409],
    input: z.object({ id }),
    output: HandedBack,
    run: handBack,
  }),
}
