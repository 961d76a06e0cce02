import type { Channel, ConversationStarted, StartConversation } from '../../../shared/conversation.ts'
import type { Message } from '../../../shared/message.ts'
import type { Context, Tx } from '../../core/context.ts'
import { notFound } from '../../core/error.ts'
import { newId } from '../../core/ids.ts'
import { type Greeting, writeGreeting } from '../assistant/greeting.ts'
import { checkedDetails, type Details, startDetails } from '../leads/details.ts'
import { captureLead, type LeadRow } from '../leads/leads.ts'
import { spendNeurons } from '../usage/usage.ts'
import { announce } from './add-messages.ts'
import { countForDay } from './caps.ts'
import type { ConversationRow } from './conversation.ts'
import {
  insertMessages,
  listOpening,
  type PreparedMessage,
  prepareMessage,
  toMessage,
  toStoredMessage,
} from './messages.ts'
import { forAssistant, type OpenTurn } from './open-turn.ts'
import { askForPerson } from './person.ts'
import { answerFirst } from './send.ts'
import { runTurn } from './turn.ts'
import { turnBegun } from './turn-lease.ts'
import { takePlace } from './turn-places.ts'

type Start = { channel: Channel; input: StartConversation; details: Details; id: string }

/**
 * Starts a conversation as a visitor; with a message it is answered, without one the site's greeting is.
 * @param stored is told the id once the conversation is stored, before the answer is written
 */
export async function startConversation(
  ctx: Context,
  channel: Channel,
  input: StartConversation,
  stored: (id: string) => void = () => {},
): Promise<ConversationStarted> {
  if (ctx.begun !== null) return await resumeStart(ctx, channel, input, ctx.begun)
  const details = startDetails(input.contact, input.user)
  const start: Start = { channel, input, details, id: newId('conv') }
  const answer = answerOf(start.id, input)
  const { message } = input
  const place = await takePlace(ctx, start.id)
  try {
    if (message === undefined) return { ...answer, messages: await greet(ctx, start, place.stop.signal, stored) }
    const turn = await ctx.tx((tx) => beginStart(tx, start, message))
    stored(start.id)
    return { ...answer, messages: await runTurn(ctx, turn, place.stop) }
  } finally {
    place.leave()
  }
}

const answerOf = (id: string, { externalId, metadata }: StartConversation) => ({
  id,
  externalId: externalId ?? null,
  metadata: metadata ?? null,
})

/** A repeated start makes no second conversation: it goes on with the one that an earlier try stored. */
async function resumeStart(
  ctx: Context,
  channel: Channel,
  input: StartConversation,
  id: string,
): Promise<ConversationStarted> {
  const opening = await listOpening(ctx.sql, id)
  const [first] = opening
  if (input.message === undefined) {
    const greeting = opening.filter(({ role }) => role === 'agent')
    return { ...answerOf(id, input), messages: greeting.map(toMessage) }
  }
  if (!first) throw notFound('conversation')
  return { ...answerOf(id, input), messages: await answerFirst(ctx, channel, id, first.id) }
}

/** Where the greeting cannot be had, nothing is stored: the visitor may start again. */
async function greet(ctx: Context, start: Start, stop: AbortSignal, stored: (id: string) => void): Promise<Message[]> {
  const conversation = newConversation(ctx, start, null)
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
  const details = { ...checkedDetails(greeting.lead ?? {}), ...start.details }
  const lead = await captureStart(tx, { ...start, details })
  const messages = greeting.messages.map((content) => prepareMessage(tx, start.id, { role: 'agent', content }))
  const begun = { ...newConversation(tx, start, lead), message_count: messages.length }
  tellStarted(tx, begun)
  announce(tx, start.id, messages)
  const conversation = { ...begun, ...(greeting.handover ? await askForPerson(tx, begun, greeting.handover) : {}) }
  const spent = spendNeurons(tx, greeting.neurons)
  await Promise.all([insertConversation(tx, conversation), insertMessages(tx, messages), spent])
  return { id: start.id, messages }
}

async function beginStart(tx: Tx, start: Start, text: string): Promise<OpenTurn> {
  const lead = await captureStart(tx, start)
  const turnId = newId('turn')
  const conversation: ConversationRow = {
    ...newConversation(tx, start, lead),
    ...turnBegun(tx, turnId),
    first_message: text,
    message_count: 1,
    visitor_count: 1,
  }
  const client_message_id = start.input.clientMessageId ?? null
  const message = prepareMessage(tx, start.id, { role: 'user', content: { type: 'text', text }, client_message_id })
  await Promise.all([insertConversation(tx, conversation), insertMessages(tx, [message]), countForDay(tx)])
  tellStarted(tx, conversation)
  tx.emit('message.received', { conversationId: start.id, messageId: message.id, kind: 'text', text, action: null })
  return { id: start.id, turnId, conversation, message, lead, history: [toStoredMessage(message)] }
}

/** The contact of a start. What the site's server says stands over what is known; what a page says only adds to it. */
function captureStart(tx: Tx, { id, channel, input, details }: Start): Promise<LeadRow | null> {
  const isApi = channel === 'api'
  const arrived = { details, source: isApi ? 'api' : 'form', trusted: isApi, message: input.message ?? null } as const
  return captureLead(tx, { id, lead_id: null }, arrived)
}

function newConversation(ctx: Context, { id, channel, input }: Start, lead: LeadRow | null): ConversationRow {
  const { context = {}, contact, user, externalId, metadata } = input
  const now = ctx.now()
  return {
    ...empty,
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
    lead_id: lead?.id ?? null,
    visitor: user ?? null,
    prechat: contact ? filled(contact) : null,
    external_id: externalId ?? null,
    metadata: metadata ?? null,
    started_by: ctx.actor.id,
    address: channel === 'widget' ? ctx.address || null : null,
  }
}

const filled = (contact: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(contact).filter((entry): entry is [string, string] => Boolean(entry[1])))

const empty = {
  status: 'bot' as const,
  country: null,
  first_message: null,
  message_count: 0,
  visitor_count: 0,
  summary: null,
  intent: null,
  summarized_at: null,
  completed_at: null,
  ended_at: null,
  closed_at: null,
  assigned_to: null,
  assigned_name: null,
  handover_at: null,
  waiting_since: null,
  taken_at: null,
  attributes: {},
  data: {},
  turn_id: null,
  turn_until: 0,
  turn_stop: false,
  spam: false,
}

async function insertConversation(tx: Tx, row: ConversationRow): Promise<void> {
  const { sql } = tx
  const json = (value: unknown) => (value === null ? null : sql.json(value as never))
  const { attributes, data, visitor, prechat, metadata } = row
  const values = Object.entries({ attributes, data, visitor, prechat, metadata }).map(([name, value]) => [
    name,
    json(value),
  ])
  await sql`insert into conversations ${sql({ ...row, ...Object.fromEntries(values) } as never)}`
}

function tellStarted(tx: Tx, row: ConversationRow): void {
  tx.emit('conversation.started', {
    conversationId: row.id,
    page: { url: row.page_url, title: row.page_title, referrer: row.referrer, utm: row.utm },
    locale: row.locale,
    country: row.country,
    form: row.prechat,
    firstMessage: row.first_message,
    data: null,
  })
}
