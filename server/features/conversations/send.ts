import type { Channel, Reply, SendMessage } from '../../../shared/conversation.ts'
import type { Message, StoredMessage } from '../../../shared/message.ts'
import type { Context, Tx } from '../../core/context.ts'
import { conflict, notFound } from '../../core/error.ts'
import { newId } from '../../core/ids.ts'
import { requestCallback } from '../contacts/callbacks.ts'
import { type KnownContact, knownContact } from '../contacts/leads/known.ts'
import { type Captured, captureLead } from '../contacts/leads/leads.ts'
import { answerAtOnce, isLeftToPerson } from './at-once.ts'
import { countForDay, refuseOverConversationCap } from './caps.ts'
import { completeWhenQuiet, isCompleted } from './completion.ts'
import { type ConversationRow, lockConversation, updateConversation } from './conversation.ts'
import { type Incoming, readIncoming, refuseTooLong } from './incoming.ts'
import {
  findMessage,
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
import { endMessage, mostHistory, type OpenTurn, runTurn } from './turn.ts'
import { endOverdueTurn, refuseBusy, turnBegun, whenFree } from './turn-lease.ts'
import { takePlace } from './turn-places.ts'
import { backToAssistant, beginWaiting } from './waiting.ts'

type Sent = SendMessage & { id: string }

/**
 * A turn that was begun, or the answer where there is nothing to write: a repeat, or a person has the conversation. `id` is
 * the visitor's message: what a repeat of the request goes on with.
 */
type Begun = { id: string; turn: OpenTurn } | { id: string; answered: PreparedMessage[]; isReplay?: boolean }

/** What a conversation holds when a message comes in. */
type Scene = {
  conversation: ConversationRow
  lead: KnownContact | null
  known: MessageRow | undefined
  past: MessageRow[]
}

/**
 * Takes the visitor's next message and answers it. The same clientMessageId, or the same request, is stored once: the
 * repeat waits for the first answer and gets it; where that failed, or its caller left, the reply is written anew and
 * replaces what was kept.
 */
export async function sendMessage(
  ctx: Context,
  channel: Channel,
  input: Sent,
  stored: (id: string) => void = () => {},
): Promise<Reply> {
  if (input.text !== undefined) refuseTooLong(ctx, 'text', input.text)
  return await takeTurn(ctx, input.id, stored, (tx) => begin(tx, channel, input, tx.begun))
}

/** Answers the first message of a conversation that an earlier try of its start stored, unless that is done. */
export async function answerFirst(ctx: Context, channel: Channel, id: string, first: string): Promise<Message[]> {
  const again = async (tx: Tx): Promise<Begun> => {
    const begun = await begin(tx, channel, { id }, first)
    return 'turn' in begun ? { id, turn: { ...begun.turn, isBegun: false } } : { ...begun, id }
  }
  return (await takeTurn(ctx, id, () => {}, again)).messages
}

async function takeTurn(
  ctx: Context,
  id: string,
  stored: (id: string) => void,
  work: (tx: Tx) => Promise<Begun>,
): Promise<Reply> {
  const place = await takePlace(ctx, id)
  try {
    const begun = await whenFree(ctx, () => ctx.tx(work))
    stored(id)
    if ('answered' in begun) {
      if (begun.isReplay) ctx.stream?.replay()
      return { id, messages: begun.answered.map(toMessage) }
    }
    return { id, messages: await runTurn(ctx, begun.turn, place.stop) }
  } finally {
    place.leave()
  }
}

/** @param begun the message that an earlier try of this request stored */
async function begin(tx: Tx, channel: Channel, input: Sent, begun: string | null): Promise<Begun> {
  const scene = await setScene(tx, input, begun)
  if (!scene || scene.conversation.channel !== channel) throw notFound('conversation')
  refuseBusy(tx, scene.conversation)
  await endOverdueTurn(tx, scene.conversation)
  const { known } = scene
  if (known?.outcome === 'answered') return { id: known.id, answered: await listAnswers(tx.sql, known), isReplay: true }
  if (scene.conversation.ended_at !== null)
    throw conflict('This conversation was ended. Start a new one.', 'conversation_ended')
  return known ? await repeat(tx, scene, known) : await receive(tx, scene, input)
}

/** Locks the conversation and reads what the turn needs, in one round trip. */
async function setScene(tx: Tx, { id, clientMessageId }: Sent, begun: string | null): Promise<Scene | undefined> {
  const { sql } = tx
  const [conversation, lead, known, past] = await Promise.all([
    lockConversation(tx, id),
    knownContact(tx, id),
    begun !== null ? findMessage(sql, id, begun) : clientMessageId && findSent(sql, id, clientMessageId),
    listNewest(sql, tx.site.id, id, mostHistory),
  ])
  return conversation && { conversation, lead, known: known || undefined, past }
}

/** Writes the answer to a stored message anew. */
async function repeat(tx: Tx, scene: Scene, known: MessageRow): Promise<Begun> {
  const { conversation } = scene
  if (isLeftToPerson(tx, conversation)) {
    await endMessage(tx, known.id, 'answered')
    return { id: known.id, answered: await listAnswers(tx.sql, known) }
  }
  const turnId = newId('turn')
  const changes = turnBegun(tx, turnId)
  await updateConversation(tx.sql, conversation.id, changes)
  const past = scene.past.filter((row) => row.seq < known.seq && row.answers !== known.id).map(toStoredMessage)
  return { id: known.id, turn: openTurn(scene, { ...conversation, ...changes }, turnId, known, past) }
}

/** Stores a new message of the visitor's and begins its turn, where the assistant is to answer. */
async function receive(tx: Tx, scene: Scene, input: Sent): Promise<Begun> {
  const { conversation } = scene
  const { id } = conversation
  const incoming = await readIncoming(tx, id, input)
  refuseOverConversationCap(tx, conversation.visitor_count)
  const message = prepareIncoming(tx, id, incoming, input.clientMessageId)
  const captured = await captureForm(tx, conversation, incoming)
  tellReceived(tx, message, incoming)
  const atOnce = await answerAtOnce(tx, conversation, incoming, message.id)
  const answers = atOnce?.messages ?? []
  if (atOnce) message.outcome = 'answered'
  const turnId = newId('turn')
  const changes: Partial<ConversationRow> = {
    ...(await afterMessage(tx, conversation, message.text, answers.length)),
    ...captured?.link,
    ...(atOnce ? atOnce.changes : turnBegun(tx, turnId)),
  }
  await Promise.all([
    updateConversation(tx.sql, id, changes),
    insertMessages(tx, [message, ...answers]),
    isCompleted(conversation) ? completeWhenQuiet(tx, id) : undefined,
    countForDay(tx),
  ])
  if (atOnce) return { id: message.id, answered: answers }
  const past = scene.past.map(toStoredMessage)
  const lead = captured ? captured.contact : scene.lead
  const open = openTurn({ ...scene, lead }, { ...conversation, ...changes }, turnId, message, past)
  return { id: message.id, turn: open }
}

function prepareIncoming(
  tx: Tx,
  conversationId: string,
  { text, action }: Incoming,
  clientMessageId: string | undefined,
): PreparedMessage {
  return prepareMessage(tx, conversationId, {
    role: 'user',
    content: { type: 'text', text },
    payload: action && { action },
    client_message_id: clientMessageId ?? null,
  })
}

/** What a message of the visitor's changes: a closed chat goes back to the assistant, and one that nobody has waits. */
async function afterMessage(
  tx: Tx,
  conversation: ConversationRow,
  text: string,
  answers: number,
): Promise<Partial<ConversationRow>> {
  const { status, assigned_to, waiting_since } = conversation
  const waits = status === 'live' && assigned_to === null && waiting_since === null
  return {
    last_at: tx.now(),
    message_count: conversation.message_count + 1 + answers,
    visitor_count: conversation.visitor_count + 1,
    first_message: conversation.first_message ?? text,
    ...(status === 'closed' ? backToAssistant : {}),
    ...(waits ? await beginWaiting(tx, conversation) : {}),
  }
}

async function captureForm(
  tx: Tx,
  conversation: ConversationRow,
  { details, text, callback }: Incoming,
): Promise<Captured | undefined> {
  if (!details) return undefined
  const arrived = { details, source: 'form', trusted: false, message: text } as const
  if (callback) return await requestCallback(tx, conversation, { ...arrived, reason: callback.reason })
  return await captureLead(tx, conversation, arrived)
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
  return { id: conversation.id, turnId, conversation, message, lead, history, isBegun: true }
}
