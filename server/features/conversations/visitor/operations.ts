import type { z } from 'zod'
import { BookSlot, CancelBooking, ChangeBooking, VisitorSlots } from '../../../../shared/booking.ts'
import {
  ChatIdentity,
  type ChatStored,
  EmailTranscript,
  RateChat,
  RateReply,
  SeeMessages,
  SetPageAttributes,
} from '../../../../shared/chat.ts'
import { SendMessage } from '../../../../shared/conversation.ts'
import { ClientMessageId, SentFile } from '../../../../shared/message.ts'
import type { Context } from '../../../core/context.ts'
import { bookSlot, cancelBooking, changeBooking, offerSlots } from '../../bookings/visitor.ts'
import { emailTranscript } from '../../notifications/visitor/transcripts.ts'
import { endConversation } from '../close.ts'
import type { ConversationRow } from '../conversation.ts'
import { deleteConversation } from '../delete.ts'
import { markSeen, rateReply } from '../feedback.ts'
import { admitVisitorFile, downloadFile } from '../files.ts'
import { stopReply } from '../reply-task.ts'
import { publishTyping, sendChat, sendFile } from './chat.ts'
import { identifyVisitor } from './identity.ts'
import { leaveTeam, rateChat } from './leave.ts'
import { setPageAttributes } from './page-attributes.ts'
import { writeTranscript } from './transcript.ts'
import { readHistory } from './visitor.ts'

/** An operation of a page on the conversation of its visitor's token. */
export type VisitorOperation<Input extends z.ZodType = z.ZodType> = {
  method: 'get' | 'post'
  /** Relative to /chat/conversations/:id. */
  path: string
  /** The schema of its body. Without one, no body is read. */
  input?: Input
  /**
   * The body is a form with a file. Refuses one that would not be accepted anyway, before its bytes are received.
   * @returns the maximum bytes of the file
   */
  admitFile?(ctx: Context, conversation: ConversationRow): Promise<number>
  /** The visitor's limit that it counts against, in addition to the requests of their address. */
  counts: 'message' | 'typing' | 'seen' | 'feedback' | 'slots' | 'booking' | null
  /** JSON, a stream if the page accepts one, a text file, or a stored file. */
  answers: 'json' | 'stream' | 'file' | 'download'
  /** Whether it is written to the audit log. */
  audited: boolean
  /** @param stored is called with what the page needs to continue, as soon as its message is stored */
  run(
    ctx: Context,
    conversation: ConversationRow,
    input: z.output<Input>,
    stored: (stored: ChatStored) => void,
    /** What the path names beside the conversation. */
    named: Record<string, string>,
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

/** All operations of visitors. The door finds the conversation through the token. */
export const visitorOperations = {
  read: get('/messages', { run: (ctx, conversation) => readHistory(ctx, conversation) }),
  send: post('/messages', {
    input: SendMessage,
    counts: 'message',
    answers: 'stream',
    run: (ctx, { id }, input, stored) => sendChat(ctx, { ...input, id }, stored),
  }),
  sendFile: post('/files', {
    input: SentFile.extend({ clientMessageId: ClientMessageId.optional() }),
    admitFile: admitVisitorFile,
    counts: 'message',
    answers: 'stream',
    run: (ctx, conversation, input, stored) => sendFile(ctx, conversation, input, stored),
  }),
  file: get('/files/:file', {
    answers: 'download',
    run: (ctx, { id }, _, __, { file }) => downloadFile(ctx, { id, fileId: file ?? '' }),
  }),
  end: post('/end', { run: (ctx, { id }) => endConversation(ctx, 'widget', id) }),
  stop: post('/stop', { run: async (ctx, { id }) => ({ id, stopped: await stopReply(ctx, id) }) }),
  type: post('/typing', {
    counts: 'typing',
    async run(ctx, { id }) {
      publishTyping(ctx, id)
      return { id }
    },
  }),
  rate: post('/feedback', {
    input: RateReply,
    counts: 'feedback',
    run: (ctx, { id }, input) => rateReply(ctx, id, input),
  }),
  leave: post('/leave', {
    // Each may be followed by another request for a person, so it counts like a message.
    counts: 'message',
    run: (ctx, { id }) => leaveTeam(ctx, id),
  }),
  rateChat: post('/rating', {
    input: RateChat,
    counts: 'feedback',
    run: (ctx, { id }, input) => rateChat(ctx, id, input),
  }),
  setAttributes: post('/attributes', {
    input: SetPageAttributes,
    counts: 'feedback',
    run: (ctx, { id }, input) => setPageAttributes(ctx, id, input),
  }),
  see: post('/seen', { input: SeeMessages, counts: 'seen', run: (ctx, { id }, input) => markSeen(ctx, id, input) }),
  identify: post('/identify', {
    input: ChatIdentity,
    // Each may create a contact, so it counts like a message.
    counts: 'message',
    run: (ctx, { id }, identity) => identifyVisitor(ctx, id, identity),
  }),
  slots: post('/slots', { input: VisitorSlots, counts: 'slots', run: offerSlots }),
  book: post('/booking', { input: BookSlot, counts: 'booking', audited: true, run: bookSlot }),
  changeBooking: post('/booking/change', {
    input: ChangeBooking,
    counts: 'booking',
    audited: true,
    run: changeBooking,
  }),
  cancelBooking: post('/booking/cancel', {
    input: CancelBooking,
    counts: 'message',
    audited: true,
    run: cancelBooking,
  }),
  erase: post('/erase', { audited: true, run: (ctx, { id }) => deleteConversation(ctx, { id }) }),
  emailTranscript: post('/transcript', {
    input: EmailTranscript,
    // Each may send an email to a stranger.
    counts: 'message',
    audited: true,
    run: (ctx, { id }, { to }) => emailTranscript(ctx, { id, to }),
  }),
  transcript: get('/transcript', { answers: 'file', run: (ctx, conversation) => writeTranscript(ctx, conversation) }),
} satisfies Record<string, VisitorOperation>
