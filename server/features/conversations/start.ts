import { createHash } from 'node:crypto'
import type { Channel, ConversationStarted, StartConversation } from '../../../shared/conversation.ts'
import type { Message } from '../../../shared/message.ts'
import { covers } from '../../../shared/scope.ts'
import type { Context, Tx } from '../../core/context.ts'
import { conflict, notFound } from '../../core/error.ts'
import { newId } from '../../core/ids.ts'
import { type Greeting, greetingOnPage, writeGreeting } from '../assistant/reply/greeting.ts'
import { checkedDetails, type Details, startDetails } from '../contacts/leads/details.ts'
import type { LeadLink } from '../contacts/leads/known.ts'
import { type Captured, captureLead } from '../contacts/leads/leads.ts'
import { runBefore, type ToolData } from '../tools/before.ts'
import { spendNeurons } from '../usage.ts'
import { emitSent } from './add-messages.ts'
import { countForDay } from './caps.ts'
import { completeWhenQuiet } from './completion.ts'
import type { ConversationRow } from './conversation.ts'
import {
  insertMessages,
  listOpening,
  type PreparedMessage,
  prepareMessage,
  toMessage,
  toStoredMessage,
} from './messages.ts'
import { forAssistant, type PendingReply } from './reply-input.ts'
import { enqueueReply } from './reply-task.ts'
import { requestHandover } from './request-handover.ts'
import { answerFirst, writeAndStoreReply } from './send.ts'
import { inTurnQueue } from './turn-queue.ts'

/** `startId` identifies the start, so that a page can repeat it. `attributes` is what the page claims about its visitor. */
export type StartInput = StartConversation & {
  startId?: string | undefined
  attributes?: Record<string, string> | undefined
}

type Start = { channel: Channel; input: StartInput; details: Details; id: string; data: ToolData }

type Started = { id: string; reply: PendingReply; greeting: PreparedMessage[] }

/** Called with the conversation's id and the greeting that precedes the visitor's message. */
type Stored = (id: string, greeting?: Message[]) => void

/**
 * Starts a conversation as a visitor, and answers its message, or with the site's greeting if there is no message.
 * @param stored is called once the conversation is stored, before the reply is written
 */
export async function startConversation(
  ctx: Context,
  channel: Channel,
  input: StartInput,
  stored: Stored = () => {},
): Promise<ConversationStarted> {
  const earlier = ctx.earlierRecord ?? (await findStarted(ctx, input.startId))
  if (earlier !== null) return await resumeStart(ctx, channel, input, earlier, stored)
  const known = isClaimOnly(ctx, channel) ? { ...input, user: undefined } : input
  const start: Start = {
    channel,
    input: known,
    details: startDetails(input.contact, input.user),
    id: newId('conv'),
    data: {},
  }
  start.data = await runBefore(ctx, {
    prechat: input.contact ? filled(input.contact) : null,
    user: known.user ?? null,
    conversation: { id: start.id },
  })
  const { message } = input
  const messages = await inTurnQueue(ctx, start.id, async (stop) => {
    if (message === undefined) return await greet(ctx, start, stop.signal, stored)
    const started = await storeOnce(ctx, start, message)
    if (!started) return undefined
    stored(start.id, started.greeting.map(toMessage))
    return await writeAndStoreReply(ctx, started.reply, stop)
  })
  if (messages) return { ...answerOf(start.id, input), messages }
  const other = await findStarted(ctx, input.startId)
  if (other === null) throw conflict('This chat was started too long ago. Start a new one.', 'start_expired')
  return await resumeStart(ctx, channel, input, other, stored)
}

/**
 * Whether `user` is only a claim. It opens the stored details of a contact to the chat, so a key must be allowed to read
 * contacts. For a page, a signed token proved it.
 */
const isClaimOnly = ({ actor }: Context, channel: Channel): boolean =>
  channel === 'api' && !covers(actor.scopes, 'leads:read')

/** @returns undefined if another request with the same startId was stored first */
async function storeOnce(ctx: Context, start: Start, message: string): Promise<Started | undefined> {
  try {
    return await ctx.tx((tx) => storeStart(tx, start, message))
  } catch (error) {
    const isTaken = (error as { constraint_name?: string }).constraint_name === 'conversations_by_start'
    if (!isTaken) throw error
    return undefined
  }
}

const answerOf = (id: string, { externalId, metadata }: StartConversation) => ({
  id,
  externalId: externalId ?? null,
  metadata: metadata ?? null,
})

/** Continues the conversation that an earlier attempt of this start stored. */
async function resumeStart(
  ctx: Context,
  channel: Channel,
  input: StartInput,
  id: string,
  stored: Stored,
): Promise<ConversationStarted> {
  const opening = await listOpening(ctx.sql, id)
  const greeting = opening.filter(({ role }) => role === 'agent').map(toMessage)
  if (input.message === undefined) return { ...answerOf(id, input), messages: greeting }
  const first = opening.find(({ role }) => role === 'user')
  if (!first) throw notFound('conversation')
  stored(id, greeting)
  return { ...answerOf(id, input), messages: await answerFirst(ctx, channel, id, first.id) }
}

/** The chat that an earlier attempt of a page's start stored, unless its session has expired. */
async function findStarted({ sql, site, now }: Context, startId: string | undefined): Promise<string | null> {
  if (startId === undefined) return null
  const since = now() - site.settings.security.sessionTtlHours * 3_600_000
  const [found] = await sql<{ id: string }[]>`
    select id from conversations
    where site = ${site.id} and start_hash = ${hashOf(startId)} and channel = 'widget' and last_at > ${since}`
  return found?.id ?? null
}

/** A start's id opens its chat, so the team sees only a hash. */
const hashOf = (startId: string) => createHash('sha256').update(startId).digest('base64url')

/**
 * Stores a conversation with its greeting. If the greeting fails, nothing is stored and the visitor may start again.
 */
async function greet(ctx: Context, start: Start, stop: AbortSignal, stored: (id: string) => void): Promise<Message[]> {
  const conversation = newConversation(ctx, start)
  const { name = null, email = null, phone = null } = start.details
  const lead = name || email || phone ? { name, email, phone } : null
  const turn = { ...forAssistant({ conversation, lead: null, history: [] }), lead }
  const greeting = await writeGreeting(ctx, turn, AbortSignal.any([ctx.signal, stop]))
  const { messages } = await ctx.tx((tx) => storeGreeting(tx, start, greeting))
  stored(start.id)
  return messages.map(toMessage)
}

async function storeGreeting(
  tx: Tx,
  start: Start,
  greeting: Greeting,
): Promise<{ id: string; messages: PreparedMessage[] }> {
  emitStarted(tx, start)
  const details = { ...checkedDetails(greeting.lead ?? {}), ...start.details }
  const { link } = await captureStart(tx, { ...start, details })
  const messages = greeting.messages.map((content) => prepareMessage(tx, start.id, { role: 'agent', content }))
  const started = { ...newConversation(tx, start, link), message_count: messages.length }
  emitSent(tx, start.id, messages)
  const conversation = {
    ...started,
    ...(greeting.handover ? await requestHandover(tx, started, greeting.handover) : {}),
  }
  const spent = spendNeurons(tx, greeting.neurons)
  await Promise.all([insertConversation(tx, conversation), insertMessages(tx, messages), spent])
  return { id: start.id, messages }
}

async function storeStart(tx: Tx, start: Start, text: string): Promise<Started> {
  emitStarted(tx, start, text)
  const { link, contact: lead } = await captureStart(tx, start)
  const contents = start.input.startId === undefined ? [] : greetingOnPage(tx)
  const greeting = contents.map((content) => prepareMessage(tx, start.id, { role: 'agent', content }))
  const conversation: ConversationRow = {
    ...newConversation(tx, start, link),
    first_message: text,
    message_count: greeting.length + 1,
    visitor_count: 1,
  }
  const client_message_id = start.input.clientMessageId ?? null
  const message = prepareMessage(tx, start.id, { role: 'user', content: { type: 'text', text }, client_message_id })
  const [claim] = await Promise.all([
    enqueueReply(tx, start.id, message.id),
    insertConversation(tx, conversation),
    insertMessages(tx, [...greeting, message]),
    countForDay(tx),
  ])
  emitSent(tx, start.id, greeting)
  tx.emit('message.received', { conversationId: start.id, messageId: message.id, kind: 'text', text, action: null })
  const history = [...greeting, message].map(toStoredMessage)
  // A repeat with the same Idempotency-Key resumes from this id.
  return { id: start.id, reply: { id: start.id, claim, conversation, message, lead, history }, greeting }
}

/**
 * Creates or updates the contact of a start. The site's server overrides what is known of its user; a page only adds to
 * it.
 */
function captureStart(tx: Tx, { id, channel, input, details }: Start): Promise<Captured> {
  const isApi = channel === 'api'
  const arrived = { details, source: isApi ? 'api' : 'form', trusted: isApi, message: input.message ?? null } as const
  return captureLead(tx, { id, visitor: input.user ?? null, ...noLead }, arrived)
}

const noLead: LeadLink = { lead_id: null, lead_proof: null, lead_claim: null }

function newConversation(ctx: Context, { id, channel, input, data }: Start, link = noLead): ConversationRow {
  const { context = {}, contact, user, externalId, metadata, message, startId, attributes } = input
  const now = ctx.now()
  return {
    ...startValues,
    data,
    id,
    site: ctx.site.id,
    channel,
    started_at: now,
    last_at: now,
    page_url: context.pageUrl || null,
    page_title: context.pageTitle || null,
    referrer: context.referrer || null,
    utm: context.utm || null,
    locale: context.locale || null,
    timezone: context.timezone || null,
    ...link,
    visitor: user ?? null,
    prechat: contact ? filled(contact) : null,
    page_attributes: attributes ? filled(attributes) : null,
    external_id: externalId ?? null,
    metadata: metadata ?? null,
    started_by: ctx.actor.id,
    start_hash: message === undefined || startId === undefined ? null : hashOf(startId),
    address: channel === 'widget' ? ctx.address || null : null,
    country: channel === 'widget' ? ctx.country : null,
  }
}

const filled = (contact: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(contact).filter((entry): entry is [string, string] => Boolean(entry[1])))

/** How every conversation starts. The columns have the same defaults. */
export const startValues = {
  status: 'bot' as const,
  first_message: null,
  message_count: 0,
  visitor_count: 0,
  summary: null,
  intent: null,
  summarized_at: null,
  completed_at: null,
  completed_count: 0,
  ended_at: null,
  closed_at: null,
  assigned_to: null,
  assigned_name: null,
  handover_at: null,
  waiting_since: null,
  undo: null,
  snoozed_at: null,
  snoozed_until: null,
  taken_at: null,
  asked_person: false,
  missed_person: false,
  missed_at: null,
  missed_open: false,
  reply_email: null,
  rating: null,
  rating_comment: null,
  rated_at: null,
  attributes: {},
  data: {},
  spam: false,
}

const jsonColumns = ['attributes', 'data', 'visitor', 'prechat', 'metadata', 'lead_claim', 'page_attributes']

/** Leaves to the database what is as in `startValues`: that is half of the columns. */
async function insertConversation(tx: Tx, row: ConversationRow): Promise<void> {
  const { sql } = tx
  const isSet = ([name, value]: [string, unknown]) => value !== (startValues as Record<string, unknown>)[name]
  const stored = ([name, value]: [string, unknown]) =>
    value !== null && jsonColumns.includes(name) ? [name, sql.json(value as never)] : [name, value]
  await Promise.all([
    sql`insert into conversations ${sql(Object.fromEntries(Object.entries(row).filter(isSet).map(stored)) as never)}`,
    completeWhenQuiet(tx, row.id),
  ])
}

/** Emitted before the events of the contact, which refer to the conversation. */
function emitStarted(tx: Tx, start: Start, firstMessage: string | null = null): void {
  const row = newConversation(tx, start)
  tx.emit('conversation.started', {
    conversationId: row.id,
    page: { url: row.page_url, title: row.page_title, referrer: row.referrer, utm: row.utm },
    locale: row.locale,
    country: row.country,
    form: row.prechat,
    firstMessage,
    data: Object.keys(row.data).length > 0 ? row.data : null,
  })
}
