import { z } from 'zod'
import { EmailTranscript, TranscriptEmailed } from '../../../shared/chat.ts'
import {
  ConversationAnswer,
  ConversationEnded,
  ConversationListItem,
  ConversationStarted,
  ConversationsQuery,
  Reply,
  SendMessage,
  StartConversation,
} from '../../../shared/conversation.ts'
import { Page } from '../../../shared/page.ts'
import { exact } from '../../../shared/text.ts'
import { Trace } from '../../../shared/trace.ts'
import { get, post } from '../../core/operation.ts'
import { sendTranscript } from '../notifications/visitor/transcripts.ts'
import { endConversation } from './close.ts'
import { getConversation } from './get.ts'
import { listConversations } from './list.ts'
import { getTrace } from './messages.ts'
import { sendMessage } from './send.ts'
import { startConversation } from './start.ts'

const id = exact(64, 1)

const streams =
  'With `Accept: text/event-stream`, the reply is streamed: `delta` events with `{text}`, then one `done` with the JSON ' +
  'response, or one `error`. If the AI backend cannot stream, the response is JSON.'

export const conversationOperations = {
  start: post('/conversations', {
    summary: 'Start a conversation',
    description:
      `${streams} A 502 with an \`id\` beside \`error\` means that the conversation exists: send the message to it again, ` +
      'or repeat the request with the same `Idempotency-Key`, which continues that conversation instead of starting ' +
      'another. Returns 404 if the conversation was deleted since. `user` proves who the visitor is if the key also has ' +
      'the scope `leads:read`. Otherwise it is only a claim, as from a browser: its name and email are contact details, ' +
      'and the chat gets no stored details of that contact.',
    scope: 'chat',
    status: 201,
    errors: [404, 502, 503],
    resumes: true,
    streams: true,
    input: StartConversation,
    output: ConversationStarted,
    run: (ctx, input) => startConversation(ctx, 'api', input),
  }),
  send: post('/conversations/:id/messages', {
    summary: 'Send a visitor message',
    description:
      `${streams} A message with a known \`clientMessageId\` is not stored again and returns the first response. ` +
      'The same applies to a request repeated with its `Idempotency-Key`, also after a 502. ' +
      'Messages are answered in order. While a person handles the conversation, `messages` is empty.',
    scope: 'chat',
    errors: [409, 502, 503],
    resumes: true,
    streams: true,
    input: SendMessage.safeExtend({ id }).meta({ oneOf: [{ required: ['text'] }, { required: ['action'] }] }),
    output: Reply,
    run: (ctx, input) => sendMessage(ctx, 'api', input),
  }),
  end: post('/conversations/:id/end', {
    summary: 'End a conversation',
    description: 'An ended conversation accepts no messages but can still be read.',
    scope: 'chat',
    input: z.object({ id }),
    output: ConversationEnded,
    run: (ctx, input) => endConversation(ctx, 'api', input.id),
  }),
  list: get('/conversations', {
    summary: 'List conversations',
    description:
      'Returns conversations by latest activity. A search (`q`) and the filters from `from` to `visitor` examine a limited number ' +
      'of conversations per request, so a page can have fewer than `limit` items, or none, and still have a `next`. With one of these ' +
      'filters, conversations are sorted by start time, newest first. They match the counts of the overview.',
    scope: 'conversations:read',
    input: ConversationsQuery,
    output: Page(ConversationListItem),
    run: listConversations,
  }),
  emailTranscript: post('/conversations/:id/transcript', {
    summary: 'Email a conversation to its visitor',
    description:
      'Sends the last 200 messages with a link that continues the chat. By default to the address that is known of the visitor. ' +
      '400 if none is, or if the site sends no email to visitors. 409 if the address is unsubscribed or its mail server refuses it.',
    scope: 'conversations:write',
    errors: [409],
    input: EmailTranscript.extend({ id }),
    output: TranscriptEmailed,
    run: sendTranscript,
  }),
  get: get('/conversations/:id', {
    summary: 'Retrieve a conversation with its messages',
    scope: 'conversations:read',
    input: z.object({ id }),
    output: ConversationAnswer,
    run: getConversation,
  }),
}

export const messageOperations = {
  trace: get('/messages/:id/trace', {
    summary: 'Retrieve the trace of a reply',
    description:
      'Returns the passages with scores, the model, tool calls, tokens and timings of a reply of the assistant.',
    scope: 'conversations:read',
    input: z.object({ id }),
    output: Trace,
    run: getTrace,
  }),
}
