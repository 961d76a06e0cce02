import type { Channel, Reply, SendMessage } from '../../../shared/conversation.ts'
import type { StoredMessage } from '../../../shared/message.ts'
import type { Context, Tx } from '../../core/context.ts'
import { conflict, notFound, unavailable } from '../../core/error.ts'
import { newId } from '../../core/ids.ts'
import { captureLead, type LeadRow } from '../leads/leads.ts'
import { countForDay, refuseOverConversationCap } from './caps.ts'
import { type ConversationRow, lockConversation, updateConversation } from './conversation.ts'
import { type Incoming, readIncoming, refuseTooLong } from './incoming.ts'
import {
  findSent,
  insertMessages,
  listAnswers,
  listNewest,
  type MessageRow,
  type PreparedMessage,
  prepareMessage,
  toMessage,
  toStoredMessage,
} from './messages.ts'
import { mostHistory, type OpenTurn } from './open-turn.ts'
import { runTurn } from './turn.ts'
import { endMessage } from './turn-end.ts'
import { refuseBusy, turnBegun, whenFree } from './turn-lease.ts'
import { takePlace } from './turn-places.ts'

type Sent = SendMessage & { id: string }

/** A turn that was begun, or the answer where there is nothing to write: a repeat, or a person has the conversation. */
type Begun = { id: string; turn: OpenTurn } | { id: string; answered: MessageRow[] }

/** What a conversation holds when a message comes in. */
type Scene = { conversation: ConversationRow; lead: LeadRow | null; known: MessageRow | undefined; past: MessageRow[] }

/**
 * Takes the visitor's next message and answers it. The same clientMessageId is stored once: the repeat waits for the first
 * answer and gets it; where that failed, or its caller left, the reply is written anew and replaces what was kept.
 */
export async function sendMessage(
  ctx: Context,
  channel: Channel,
  input: Sent,
  stored: (id: string) => void = () => {},
): Promise<Reply> {
  if (input.text !== undefined) refuseTooLong(ctx, 'text', input.text)
  const place = await takePlace(ctx, input.id)
  try {
    const begun = await whenFree(ctx, () => ctx.tx((tx) => begin(tx, channel, input)))
    stored(input.id)
    if ('answered' in begun) return { id: input.id, messages: begun.answered.map(toMessage) }
    const { messages, interrupted } = await runTurn(ctx, begun.turn, place.stop)
    // Nobody reads this answer; refused, it is not kept for a repeat of the request, which writes it anew.
    if (interrupted === 'gone' && input.clientMessageId !== undefined) throw unavailable('The caller left.')
    return { id: input.id, messages }
  } finally {
    place.leave()
  }
}

async function begin(tx: Tx, channel: Channel, input: Sent): Promise<Begun> {
  const scene = await setScene(tx, input)
  if (!scene || scene.conversation.channel !== channel) throw notFound('conversation')
  refuseBusy(tx, scene.conversation)
  if (scene.known?.outcome === 'answered') return { id: input.id, answered: await listAnswers(tx.sql, scene.known) }
  if (scene.conversation.ended_at !== null) throw conflict('This conversation was ended. Start a new one.')
  return scene.known ? await repeat(tx, scene, scene.known) : await receive(tx, scene, input)
}

/** Locks the conversation and reads what the turn needs, in one round trip. */
async function setScene(tx: Tx, { id, clientMessageId }: Sent): Promise<Scene | undefined> {
  const { sql } = tx
  const [conversation, [lead], known, past] = await Promise.all([
    lockConversation(tx, id),
    sql<LeadRow[]>`select leads.* from leads join conversations on lead_id = leads.id where conversations.id = ${id}`,
    clientMessageId === undefined ? undefined : findSent(sql, id, clientMessageId),
    listNewest(sql, tx.site.id, id, mostHistory),
  ])
  return conversation && { conversation, lead: lead ?? null, known, past }
}

/** Writes the answer to a stored message anew. */
async function repeat(tx: Tx, scene: Scene, known: MessageRow): Promise<Begun> {
  const { conversation } = scene
  if (isLeftToPerson(tx, conversation)) {
    await endMessage(tx, known.id, 'answered')
    return { id: conversation.id, answered: await listAnswers(tx.sql, known) }
  }
  const turnId = newId('turn')
  const changes = turnBegun(tx, turnId)
  await updateConversation(tx.sql, conversation.id, changes)
  const past = scene.past.filter((row) => row.seq < known.seq && row.answers !== known.id).map(toStoredMessage)
  return { id: conversation.id, turn: openTurn(scene, { ...conversation, ...changes }, turnId, known, past) }
}

/** Stores a new message of the visitor's and begins its turn, where the assistant is to answer. */
async function receive(tx: Tx, scene: Scene, input: Sent): Promise<Begun> {
  const { id } = scene.conversation
  const incoming = await readIncoming(tx, id, input)
  refuseOverConversationCap(tx, scene.conversation.visitor_count)
  const toPerson = isLeftToPerson(tx, scene.conversation)
  const message = prepareIncoming(tx, id, incoming, input.clientMessageId, toPerson)
  const lead = await captureForm(tx, scene, incoming)
  const turnId = newId('turn')
  const changes: Partial<ConversationRow> = {
    ...afterMessage(tx, scene.conversation, message.text),
    lead_id: lead?.id ?? null,
    ...(toPerson ? {} : turnBegun(tx, turnId)),
  }
  await Promise.all([updateConversation(tx.sql, id, changes), insertMessages(tx, [message]), countForDay(tx)])
  tellReceived(tx, message, incoming)
  if (toPerson) return { id, answered: [] }
  const past = scene.past.map(toStoredMessage)
  return { id, turn: openTurn({ ...scene, lead }, { ...scene.conversation, ...changes }, turnId, message, past) }
}

/** Whether a person answers: then the assistant keeps silent, unless it may speak until somebody takes the chat. */
function isLeftToPerson(ctx: Context, { status, assigned_to }: ConversationRow): boolean {
  return status === 'live' && !(assigned_to === null && ctx.site.settings.live.aiWhileWaiting)
}

function prepareIncoming(
  tx: Tx,
  conversationId: string,
  { text, action }: Incoming,
  clientMessageId: string | undefined,
  toPerson: boolean,
): PreparedMessage {
  return prepareMessage(tx, conversationId, {
    role: 'user',
    content: { type: 'text', text },
    payload: action && { action },
    client_message_id: clientMessageId ?? null,
    outcome: toPerson ? 'answered' : null,
  })
}

/** What a message of the visitor's changes: a closed chat goes back to the assistant, and one that nobody has waits. */
function afterMessage(tx: Tx, conversation: ConversationRow, text: string): Partial<ConversationRow> {
  const now = tx.now()
  const { status, assigned_to, waiting_since } = conversation
  const reopened = {
    status: 'bot',
    closed_at: null,
    assigned_to: null,
    assigned_name: null,
    waiting_since: null,
  } as const
  return {
    last_at: now,
    message_count: conversation.message_count + 1,
    visitor_count: conversation.visitor_count + 1,
    first_message: conversation.first_message ?? text,
    ...(status === 'closed' ? reopened : {}),
    ...(status === 'live' && assigned_to === null ? { waiting_since: waiting_since ?? now } : {}),
  }
}

async function captureForm(
  tx: Tx,
  { conversation, lead }: Scene,
  { details, text }: Incoming,
): Promise<LeadRow | null> {
  if (!details) return lead
  return await captureLead(tx, conversation, { details, source: 'form', trusted: false, message: text })
}

function tellReceived(tx: Tx, message: PreparedMessage, { text, action }: Incoming): void {
  tx.emit('message.received', {
    conversationId: message.conversation_id,
    messageId: message.id,
    kind: action ? 'action' : 'text',
    text,
    action: action && { id: action.id, value: action.value },
  })
}

function openTurn(
  { lead }: Scene,
  conversation: ConversationRow,
  turnId: string,
  message: PreparedMessage,
  past: StoredMessage[],
): OpenTurn {
  const history = [...past, toStoredMessage(message)]
  return { id: conversation.id, turnId, conversation, message, lead, history }
}
