import { z } from 'zod'
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
import { endConversation } from './close.ts'
import { getConversation } from './get.ts'
import { listConversations } from './list.ts'
import { sendMessage } from './send.ts'
import { startConversation } from './start.ts'
import { getTrace } from './traces.ts'

const id = exact(64, 1)

const streams =
  'With `Accept: text/event-stream` the reply streams: `delta` events with `{text}`, then one `done` with the body of the ' +
  'JSON answer, or one `error`. A backend that cannot stream is answered in JSON.'

export const conversationOperations = {
  start: post('/conversations', {
    summary: 'Start a conversation as a visitor',
    description:
      `${streams} After a 502 with an \`id\` beside \`error\` the conversation is there: send the message to it again. Or ` +
      'repeat the same request, where it carried an `Idempotency-Key`: it goes on with that conversation and makes no ' +
      'second one. 404 where that conversation was deleted since.',
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
    summary: "Send the visitor's next message",
    description:
      `${streams} A message with the same \`clientMessageId\` is stored once, and its repeat gets the first answer. ` +
      'So is a request that is repeated under its `Idempotency-Key`, also after a 502. ' +
      'Messages are answered one after the other. While a person has the conversation, `messages` is empty.',
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
    description: 'It takes no further message and stays readable.',
    scope: 'chat',
    input: z.object({ id }),
    output: ConversationEnded,
    run: (ctx, input) => endConversation(ctx, 'api', input.id),
  }),
  list: get('/conversations', {
    summary: 'List conversations, newest activity first',
    description:
      'A search (`q`) and the filters from `from` to `visitor` look at a bounded number of conversations at a time: they may ' +
      'answer fewer than `limit`, or none, and still name a next page. With one of these filters those come first that ' +
      'began last. They find what an overview counts.',
    scope: 'conversations:read',
    input: ConversationsQuery,
    output: Page(ConversationListItem),
    run: listConversations,
  }),
  get: get('/conversations/:id', {
    summary: 'Read a conversation with its messages',
    scope: 'conversations:read',
    input: z.object({ id }),
    output: ConversationAnswer,
    run: getConversation,
  }),
}

export const messageOperations = {
  trace: get('/messages/:id/trace', {
    summary: 'See how a reply of the assistant came about',
    description: 'Passages with their scores, model, tool calls, tokens and times.',
    scope: 'conversations:read',
    input: z.object({ id }),
    output: Trace,
    run: getTrace,
  }),
}
