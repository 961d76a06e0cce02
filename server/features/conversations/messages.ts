import {
  type Author,
  type Message,
  type MessageContent,
  type MessageMeta,
  plainText,
  type Role,
  type Source,
  type StoredMessage,
} from '../../../shared/message.ts'
import type { Context, Tx } from '../../core/context.ts'
import { newId } from '../../core/ids.ts'
import type { Sql } from '../../database/database.ts'

/** How the turn of a visitor's message ended; null while it runs, and where its server died. */
export type Outcome = 'answered' | 'interrupted' | 'failed' | null

export type MessageRow = {
  id: string
  seq: number
  conversation_id: string
  site: string
  ts: number
  role: Role
  type: MessageContent['type']
  /** What the type adds to `text`; empty for plain text. */
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
}

export type NewMessage = { role: Role; content: MessageContent } & Partial<
  Pick<MessageRow, 'meta' | 'payload' | 'author' | 'client_message_id' | 'sources' | 'trace_id' | 'answers' | 'outcome'>
>

/** A message about to be stored, with its id and time; its place in the conversation comes with the insert. */
export type PreparedMessage = Omit<MessageRow, 'seq' | 'feedback' | 'delivered_at' | 'seen_at'>

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
  }
}

/** Stores messages of one conversation in the order given. */
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
  }))
  await sql`insert into messages ${sql(rows as never)}`
}

/** A message as the chat shows it. */
export function toMessage(row: PreparedMessage): Message {
  const content = row.type === 'text' ? { text: row.text } : row.content
  return {
    id: row.id,
    ts: row.ts,
    role: row.role,
    type: row.type,
    ...content,
    ...(row.meta === null ? {} : { meta: row.meta }),
    ...(row.sources === null ? {} : { sources: row.sources }),
  } as Message
}

/** A message as the team reads it. */
export function toStoredMessage(row: PreparedMessage & Partial<MessageRow>): StoredMessage {
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

/** The newest `most` messages of a conversation, oldest first. */
export async function listNewest(sql: Sql, site: string, conversationId: string, most: number): Promise<MessageRow[]> {
  const rows = await sql<MessageRow[]>`
    select * from messages where conversation_id = ${conversationId} and site = ${site} order by seq desc limit ${most}`
  return rows.reverse()
}

/** The visitor's message that was sent under an id of the client's own. */
export async function findSent(sql: Sql, conversationId: string, clientId: string): Promise<MessageRow | undefined> {
  const [row] = await sql<MessageRow[]>`
    select * from messages
    where conversation_id = ${conversationId} and client_message_id = ${clientId} and role = 'user'`
  return row
}

/** The visitor's message of this id. */
export async function findMessage(sql: Sql, conversationId: string, id: string): Promise<MessageRow | undefined> {
  const [row] = await sql<MessageRow[]>`
    select * from messages where conversation_id = ${conversationId} and id = ${id} and role = 'user'`
  return row
}

/** What the conversation was opened with: the visitor's first message, or else the greeting. */
export const listOpening = (sql: Sql, conversationId: string) => sql<MessageRow[]>`
  select * from messages where conversation_id = ${conversationId} and answers is null and author is null
  order by seq limit 20`

/** The replies to a message of the visitor's, in their order. */
export const listAnswers = (sql: Sql, message: Pick<MessageRow, 'id' | 'conversation_id'>) => sql<MessageRow[]>`
  select * from messages where conversation_id = ${message.conversation_id} and answers = ${message.id} order by seq`
