import {
  type Author,
  type Message,
  type MessageContent,
  type MessageFile,
  type MessageMeta,
  plainText,
  type Role,
  type Source,
  type StoredMessage,
} from '../../../shared/message.ts'
import type { Trace } from '../../../shared/trace.ts'
import type { Context, Tx } from '../../core/context.ts'
import { notFound } from '../../core/error.ts'
import { newId } from '../../core/ids.ts'
import type { Sql } from '../../database/database.ts'

/** How the reply to a visitor's message ended; null while a task is writing it. */
export type Outcome = 'answered' | 'interrupted' | 'failed' | null

export type MessageRow = {
  id: string
  seq: number
  conversation_id: string
  site: string
  ts: number
  role: Role
  type: MessageContent['type']
  /** The fields of its type besides `text`; empty for plain text. */
  content: Record<string, unknown>
  text: string
  meta: MessageMeta | null
  payload: Record<string, unknown> | null
  feedback: 1 | -1 | null
  author: Author | null
  client_message_id: string | null
  delivered_at: number | null
  seen_at: number | null
  sources: Source[] | null
  trace_id: string | null
  answers: string | null
  outcome: Outcome
  file: MessageFile | null
}

export type NewMessage = { role: Role; content: MessageContent } & Partial<
  Pick<
    MessageRow,
    'meta' | 'payload' | 'author' | 'client_message_id' | 'sources' | 'trace_id' | 'answers' | 'outcome' | 'file'
  >
>

/** A message before it is stored, with its id and time. The insert assigns its number. */
export type PreparedMessage = Omit<MessageRow, keyof NotPrepared>

/** What the insert and the reader add to a message. */
type NotPrepared = Pick<MessageRow, 'seq' | 'feedback' | 'delivered_at' | 'seen_at'>

/** Gives a message its id and time. */
export function prepareMessage(ctx: Context, conversationId: string, given: NewMessage): PreparedMessage {
  const { type, ...content } = given.content
  return {
    id: newId('msg'),
    conversation_id: conversationId,
    site: ctx.site.id,
    ts: ctx.now(),
    role: given.role,
    type,
    content: type === 'text' ? {} : content,
    text: plainText(given.content).trim(),
    meta: given.meta ?? null,
    payload: given.payload ?? null,
    author: given.author ?? null,
    client_message_id: given.client_message_id ?? null,
    sources: given.sources ?? null,
    trace_id: given.trace_id ?? null,
    answers: given.answers ?? null,
    outcome: given.outcome ?? null,
    file: given.file ?? null,
  }
}

/** Stores messages of one conversation, in the given order. */
export async function insertMessages(tx: Tx, messages: PreparedMessage[]): Promise<void> {
  if (messages.length === 0) return
  const { sql } = tx
  const json = (value: unknown) => (value === null ? null : sql.json(value as never))
  const rows = messages.map((message) => ({
    ...message,
    content: json(message.content),
    meta: json(message.meta),
    payload: json(message.payload),
    author: json(message.author),
    sources: json(message.sources),
    file: json(message.file),
  }))
  await sql`insert into messages ${sql(rows as never)}`
}

/** A message as the chat shows it. */
export function toMessage(row: Omit<ToldMessage, keyof NotPrepared>): Message {
  const content = row.type === 'text' ? { text: row.text } : row.content
  return {
    id: row.id,
    ts: row.ts,
    role: row.role,
    type: row.type,
    ...content,
    ...(row.meta === null ? {} : { meta: row.meta }),
    ...(row.sources === null ? {} : { sources: row.sources }),
    ...(row.file === null ? {} : { file: row.file }),
  } as Message
}

/** What the team reads of a message. */
export type ToldMessage = Omit<MessageRow, 'conversation_id' | 'site' | 'answers' | 'outcome'>

/** A message as the team reads it. */
export function toStoredMessage(row: Omit<ToldMessage, keyof NotPrepared> & Partial<NotPrepared>): StoredMessage {
  return {
    ...toMessage(row),
    payload: row.payload,
    feedback: row.feedback ?? null,
    author: row.author,
    clientMessageId: row.client_message_id,
    deliveredAt: row.delivered_at ?? null,
    seenAt: row.seen_at ?? null,
    ...(row.trace_id === null ? {} : { traceId: row.trace_id }),
  } as StoredMessage
}

/** The newest `max` messages of a conversation, oldest first. */
export async function listNewest(sql: Sql, site: string, conversationId: string, max: number): Promise<MessageRow[]> {
  const rows = await sql<MessageRow[]>`
    select * from messages where conversation_id = ${conversationId} and site = ${site} order by seq desc limit ${max}`
  return rows.reverse()
}

/** The visitor's message with this id of the client. */
export async function findSent(sql: Sql, conversationId: string, clientId: string): Promise<MessageRow | undefined> {
  const [row] = await sql<MessageRow[]>`
    select * from messages
    where conversation_id = ${conversationId} and client_message_id = ${clientId} and role = 'user'`
  return row
}

/** The message with this id, which by default is the visitor's. */
export async function findMessage(
  sql: Sql,
  conversationId: string,
  id: string,
  role: 'user' | 'agent' = 'user',
): Promise<MessageRow | undefined> {
  const [row] = await sql<MessageRow[]>`
    select * from messages where conversation_id = ${conversationId} and id = ${id} and role = ${role}`
  return row
}

/** The messages that opened a conversation: the greeting and the visitor's first message. */
export const listOpening = (sql: Sql, conversationId: string) => sql<MessageRow[]>`
  select * from messages where conversation_id = ${conversationId} and answers is null and author is null
  order by seq limit 20`

/** The replies to a visitor's message, in order. */
export const listAnswers = (sql: Sql, message: Pick<MessageRow, 'id' | 'conversation_id'>) => sql<MessageRow[]>`
  select * from messages where conversation_id = ${message.conversation_id} and answers = ${message.id} order by seq`

/** Stores the trace of a reply, under the message that refers to it. */
export async function insertTrace(tx: Tx, messages: PreparedMessage[], written: Trace): Promise<void> {
  const message = messages.find((message) => message.trace_id === written.id)
  if (!message) return
  const trace: Trace = { ...written, messageId: message.id, conversationId: message.conversation_id }
  await tx.sql`
    insert into traces (id, site, conversation_id, at, trace)
    values (${trace.id}, ${tx.site.id}, ${trace.conversationId}, ${tx.now()}, ${tx.sql.json(trace as never)})`
}

/** Returns the trace of a reply. 404 if the message is not by the assistant, or its trace was deleted. */
export async function getTrace(ctx: Context, { id }: { id: string }): Promise<Trace> {
  const [row] = await ctx.sql<{ trace: Trace }[]>`
    select traces.trace from messages join traces on traces.id = messages.trace_id
    where messages.id = ${id} and messages.site = ${ctx.site.id}`
  if (!row) throw notFound('trace of a message')
  return row.trace
}
