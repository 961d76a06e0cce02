import type { z } from 'zod'
import { ChatIdentity, type ChatStored, RateReply, SeeMessages } from '../../../../shared/chat.ts'
import { SendMessage } from '../../../../shared/conversation.ts'
import type { Context } from '../../../core/context.ts'
import { endConversation, stopTurn } from '../close.ts'
import type { ConversationRow } from '../conversation.ts'
import { deleteConversation } from '../delete.ts'
import { rateReply } from '../rate.ts'
import { markSeen } from '../seen.ts'
import { sendChat, tellVisitorTypes } from './chat.ts'
import { identifyVisitor } from './identity.ts'
import { writeTranscript } from './transcript.ts'
import { readHistory } from './visitor.ts'

/** One thing that a page may ask for about the conversation that its visitor's token names. */
export type VisitorOperation<Input extends z.ZodType = z.ZodType> = {
  method: 'get' | 'post'
  /** Below /chat/conversations/:id. */
  path: string
  /** What its body holds; without it, no body is read. */
  input?: Input
  /** Which of the visitor's limits it counts against, beside the requests of their address. */
  counts: 'message' | 'typing' | 'seen' | 'feedback' | null
  /** JSON, a stream where the page takes one, or a text file. */
  answers: 'json' | 'stream' | 'file'
  /** Whether it leaves a line in the audit log. */
  audited: boolean
  /** @param stored is told what the page goes on with, as soon as its message is stored */
  run(
    ctx: Context,
    conversation: ConversationRow,
    input: z.output<Input>,
    stored: (stored: ChatStored) => void,
  ): Promise<unknown>
}

const operation =
  (method: 'get' | 'post') =>
  <Input extends z.ZodType = z.ZodType>(
    path: string,
    given: Pick<VisitorOperation<Input>, 'run'> & Partial<VisitorOperation<Input>>,
  ): VisitorOperation =>
    ({ counts: null, answers: 'json', audited: false, ...given, method, path }) as VisitorOperation

const get = operation('get')
const post = operation('post')

/** Everything that a visitor does with a conversation. The door finds it through the token. */
export const visitorOperations = {
  read: get('/messages', { run: (ctx, conversation) => readHistory(ctx, conversation) }),
  send: post('/messages', {
    input: SendMessage,
    counts: 'message',
    answers: 'stream',
    run: (ctx, { id }, input, stored) => sendChat(ctx, { ...input, id }, stored),
  }),
  end: post('/end', { run: (ctx, { id }) => endConversation(ctx, 'widget', id) }),
  stop: post('/stop', { run: async (ctx, { id }) => ({ id, stopped: await stopTurn(ctx, id) }) }),
  type: post('/typing', {
    counts: 'typing',
    async run(ctx, { id }) {
      tellVisitorTypes(ctx, id)
      return { id }
    },
  }),
  rate: post('/feedback', {
    input: RateReply,
    counts: 'feedback',
    run: (ctx, { id }, input) => rateReply(ctx, id, input),
  }),
  see: post('/seen', { input: SeeMessages, counts: 'seen', run: (ctx, { id }, input) => markSeen(ctx, id, input) }),
  identify: post('/identify', {
    input: ChatIdentity,
    // Each may make a contact, so they count like what a visitor writes.
    counts: 'message',
    run: (ctx, { id }, identity) => identifyVisitor(ctx, id, identity),
  }),
  erase: post('/erase', { audited: true, run: (ctx, { id }) => deleteConversation(ctx, { id }) }),
  transcript: get('/transcript', { answers: 'file', run: (ctx, conversation) => writeTranscript(ctx, conversation) }),
} satisfies Record<string, VisitorOperation>
