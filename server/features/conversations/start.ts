import { createHash } from 'node:crypto'
import type { Channel, ConversationStarted, StartConversation } from '../../../shared/conversation.ts'
import type { Message } from '../../../shared/message.ts'
import type { Context, Tx } from '../../core/context.ts'
import { conflict, notFound } from '../../core/error.ts'
import { newId } from '../../core/ids.ts'
import { type Greeting, greetAtOnce, writeGreeting } from '../assistant/greeting.ts'
import { spendNeurons } from '../assistant/usage.ts'
import { checkedDetails, type Details, startDetails } from '../contacts/leads/details.ts'
import type { LeadLink } from '../contacts/leads/known.ts'
import { type Captured, captureLead } from '../contacts/leads/leads.ts'
import { announce } from './add-messages.ts'
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
import { askForPerson } from './person.ts'
import { answerFirst } from './send.ts'
import { forAssistant, type OpenTurn, runTurn } from './turn.ts'
import { turnBegun } from './turn-lease.ts'
import { takePlace } from './turn-places.ts'

/** `startId`: what a page knows its start by. */
export type StartInput = StartConversation & { startId?: string | undefined }

type Start = { channel: Channel; input: StartInput; details: Details; id: string }

type Begun = { id: string; turn: OpenTurn; greeting: PreparedMessage[] }

/** Is told the id, and what greets the visitor before their message. */
type Stored = (id: string, greeting?: Message[]) => void

/**
 * Starts a conversation as a visitor; with a message it is answered, without one the site's greeting is.
 * @param stored is called once the conversation is stored, before the answer is written
 */
export async function startConversation(
  ctx: Context,
  channel: Channel,
  input: StartInput,
  stored: Stored = () => {},
): Promise<ConversationStarted> {
  const begun = ctx.begun ?? (await findStarted(ctx, input.startId))
  if (begun !== null) return await resumeStart(ctx, channel, input, begun, stored)
  const details = startDetails(input.contact, input.user)
  const start: Start = { channel, input, details, id: newId('conv') }
  const answer = answerOf(start.id, input)
  const { message } = input
  const place = await takePlace(ctx, start.id)
  try {
    if (message === undefined) return { ...answer, messages: await greet(ctx, start, place.stop.signal, stored) }
    const begun = await beginOnce(ctx, start, message)
    if (begun) {
      stored(start.id, begun.greeting.map(toMessage))
      return { ...answer, messages: await runTurn(ctx, begun.turn, place.stop) }
    }
  } finally {
    place.leave()
  }
  const other = await findStarted(ctx, input.startId)
  if (other === null) throw conflict('This chat was begun too long ago. Start a new one.', 'start_expired')
  return await resumeStart(ctx, channel, input, other, stored)
}

/** @returns undefined where another request with the same startId was stored first */
async function beginOnce(ctx: Context, start: Start, message: string): Promise<Begun | undefined> {
  try {
    return await ctx.tx((tx) => beginStart(tx, start, message))
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

/** A repeated start makes no second conversation: it goes on with the one that an earlier try stored. */
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

/** The chat that an earlier try of a page's start stored, unless it was not used for too long. */
async function findStarted({ sql, site, now }: Context, startId: string | undefined): Promise<string | null> {
  if (startId === undefined) return null
  const since = now() - site.settings.security.sessionTtlHours * 3_600_000
  const [found] = await sql<{ id: string }[]>`
    select id from conversations
    where site = ${site.id} and start_hash = ${hashOf(startId)} and channel = 'widget' and last_at > ${since}`
  return found?.id ?? null
}

/** The team never sees what a page knows its start by: it opens the chat. */
const hashOf = (startId: string) => createHash('sha256').update(startId).digest('base64url')

/** Where the greeting cannot be had, nothing is stored: the visitor may start again. */
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
  tellStarted(tx, start)
  const details = { ...checkedDetails(greeting.lead ?? {}), ...start.details }
  const { link } = await captureStart(tx, { ...start, details })
  const messages = greeting.messages.map((content) => prepareMessage(tx, start.id, { role: 'agent', content }))
  const begun = { ...newConversation(tx, start, link), message_count: messages.length }
  announce(tx, start.id, messages)
  const conversation = { ...begun, ...(greeting.handover ? await askForPerson(tx, begun, greeting.handover) : {}) }
  const spent = spendNeurons(tx, greeting.neurons)
  await Promise.all([insertConversation(tx, conversation), insertMessages(tx, messages), spent])
  return { id: start.id, messages }
}

async function beginStart(tx: Tx, start: Start, text: string): Promise<Begun> {
  tellStarted(tx, start, text)
  const { link, contact: lead } = await captureStart(tx, start)
  const contents = start.input.startId === undefined ? [] : greetAtOnce(tx)
  const greeting = contents.map((content) => prepareMessage(tx, start.id, { role: 'agent', content }))
  const turnId = newId('turn')
  const conversation: ConversationRow = {
    ...newConversation(tx, start, link),
    ...turnBegun(tx, turnId),
    first_message: text,
    message_count: greeting.length + 1,
    visitor_count: 1,
  }
  const client_message_id = start.input.clientMessageId ?? null
  const message = prepareMessage(tx, start.id, { role: 'user', content: { type: 'text', text }, client_message_id })
  await Promise.all([insertConversation(tx, conversation), insertMessages(tx, [...greeting, message]), countForDay(tx)])
  announce(tx, start.id, greeting)
  tx.emit('message.received', { conversationId: start.id, messageId: message.id, kind: 'text', text, action: null })
  const history = [...greeting, message].map(toStoredMessage)
  // With its id, which a repeat under the same Idempotency-Key goes on with.
  return { id: start.id, turn: { id: start.id, turnId, conversation, message, lead, history }, greeting }
}

/** The contact of a start. What the site's server says of its user stands over what is known; what a page says adds to it. */
function captureStart(tx: Tx, { id, channel, input, details }: Start): Promise<Captured> {
  const isApi = channel === 'api'
  const arrived = { details, source: isApi ? 'api' : 'form', trusted: isApi, message: input.message ?? null } as const
  return captureLead(tx, { id, visitor: input.user ?? null, ...noLead }, arrived)
}

const noLead: LeadLink = { lead_id: null, lead_proof: null, lead_claim: null }

function newConversation(ctx: Context, { id, channel, input }: Start, link = noLead): ConversationRow {
  const { context = {}, contact, user, externalId, metadata, message, startId } = input
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
    ...link,
    visitor: user ?? null,
    prechat: contact ? filled(contact) : null,
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

const empty = {
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
  taken_at: null,
  asked_person: false,
  missed_person: false,
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
  const { attributes, data, visitor, prechat, metadata, lead_claim } = row
  const values = Object.entries({ attributes, data, visitor, prechat, metadata, lead_claim }).map(([name, value]) => [
    name,
    json(value),
  ])
  await Promise.all([
    sql`insert into conversations ${sql({ ...row, ...Object.fromEntries(values) } as never)}`,
    completeWhenQuiet(tx, row.id),
  ])
}

/** Told before what came with it, such as its contact: whoever follows knows the conversation by then. */
function tellStarted(tx: Tx, start: Start, firstMessage: string | null = null): void {
  const row = newConversation(tx, start)
  tx.emit('conversation.started', {
    conversationId: row.id,
    page: { url: row.page_url, title: row.page_title, referrer: row.referrer, utm: row.utm },
    locale: row.locale,
    country: row.country,
    form: row.prechat,
    firstMessage,
    data: null,
  })
}
