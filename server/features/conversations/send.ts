import type { Channel, Reply, SendMessage } from '../../../shared/conversation.ts'
import type { Message } from '../../../shared/message.ts'
import type { Context, Tx } from '../../core/context.ts'
import { AppError, conflict, notFound, unavailable } from '../../core/error.ts'
import { finishTask, type Task } from '../../core/queue.ts'
import { writeReply } from '../assistant/reply/reply.ts'
import type { Written } from '../assistant/reply/turn.ts'
import { requestCallback } from '../contacts/callbacks.ts'
import { type KnownContact, knownContact } from '../contacts/leads/known.ts'
import { type Captured, captureLead } from '../contacts/leads/leads.ts'
import { enqueueQuote } from '../jobs/from-quote.ts'
import { isHandledByTeam, replyAutomatically } from './automatic-reply.ts'
import { countForDay, refuseOverConversationCap } from './caps.ts'
import { completeWhenQuiet, isCompleted } from './completion.ts'
import { type ConversationRow, lockConversation, updateConversation } from './conversation.ts'
import { type ReceivedFile, refuseVisitorFile } from './files.ts'
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
import { backToAssistant, beginWaiting, wantsEmail } from './queue-entry.ts'
import { forAssistant, maxHistory, type PendingReply } from './reply-input.ts'
import { publishProgress } from './reply-progress.ts'
import {
  enqueueReply,
  findReply,
  followStops,
  type ReplyClaim,
  type ReplyData,
  ReplyRunning,
  releaseReply,
  whenReplied,
} from './reply-task.ts'
import { endSnooze } from './snooze.ts'
import { endMessage, storeReply } from './store-reply.ts'
import { inTurnQueue, type StopReason } from './turn-queue.ts'

type Sent = SendMessage & { id: string; received?: ReceivedFile }

/**
 * The result of receiving a message: a reply to write, or the answers if there is nothing to write. `id` is that of the
 * message, by which a repeat of the request finds it.
 */
type Received = { id: string } & ({ reply: PendingReply } | { answers: PreparedMessage[]; isReplay?: boolean })

/** The state of a conversation when a message arrives. */
type Snapshot = {
  conversation: ConversationRow
  lead: KnownContact | null
  known: MessageRow | undefined
  past: MessageRow[]
  /** Whether another request is writing a reply to this or another message. */
  isReplying: boolean
}

/**
 * Stores the visitor's next message and answers it. Messages with the same clientMessageId, or from a repeat of the
 * same request, are stored once: the repeat waits for the first answer and receives it. If the reply failed, or its
 * caller disconnected, the repeat has it written again, and the new reply replaces the stored part.
 * @param stored is called once the message is stored, before its reply is written
 */
export async function sendMessage(
  ctx: Context,
  channel: Channel,
  input: Sent,
  stored: (id: string) => void = () => {},
): Promise<Reply> {
  if (input.text !== undefined) refuseTooLong(ctx, 'text', input.text)
  const messages = await inTurnQueue(ctx, input.id, async (stop) => {
    const received = await whenReplied(ctx, () => ctx.tx((tx) => receive(tx, channel, input, tx.earlierRecord)))
    stored(input.id)
    return await answer(ctx, received, stop)
  })
  return { id: input.id, messages }
}

/**
 * Stores the visitor's message in one transaction with everything that it changes. If no reply has to be written, it is
 * also answered in this transaction.
 * @param earlierRecord the message that an earlier attempt of this request stored
 */
async function receive(tx: Tx, channel: Channel, input: Sent, earlierRecord: string | null): Promise<Received> {
  const snapshot = await readSnapshot(tx, input, earlierRecord)
  if (!snapshot || snapshot.conversation.channel !== channel) throw notFound('conversation')
  const { conversation, known } = snapshot
  if (snapshot.isReplying) throw new ReplyRunning()
  if (known?.outcome === 'answered' && !(await isToRegenerate(tx, input, known)))
    return { id: known.id, answers: await listAnswers(tx.sql, known), isReplay: true }
  if (conversation.ended_at !== null)
    throw conflict('This conversation has ended. Start a new one.', 'conversation_ended')
  return known ? await repeat(tx, snapshot, known) : await storeMessage(tx, snapshot, input)
}

/** Locks the conversation and reads what its answer needs, in one round trip. */
async function readSnapshot(
  tx: Tx,
  { id, clientMessageId }: Sent,
  earlierRecord: string | null,
): Promise<Snapshot | undefined> {
  const { sql } = tx
  const [conversation, lead, known, past, reply] = await Promise.all([
    lockConversation(tx, id),
    knownContact(tx, id),
    earlierRecord !== null
      ? findMessage(sql, id, earlierRecord)
      : clientMessageId && findSent(sql, id, clientMessageId),
    listNewest(sql, tx.site.id, id, maxHistory),
    findReply(tx, id),
  ])
  return conversation && { conversation, lead, known: known || undefined, past, isReplying: reply !== undefined }
}

/** Whether the caller wants a reply written again that was stopped early. */
async function isToRegenerate(tx: Tx, { regenerate }: Sent, known: MessageRow): Promise<boolean> {
  return regenerate === true && (await listAnswers(tx.sql, known)).some(({ meta }) => meta?.interrupted)
}

async function storeMessage(tx: Tx, snapshot: Snapshot, input: Sent): Promise<Received> {
  const { conversation } = snapshot
  const { id } = conversation
  const incoming = { ...(await readIncoming(tx, id, input)), file: input.received?.file ?? null }
  refuseOverConversationCap(tx, conversation.visitor_count)
  if (input.received) {
    await refuseVisitorFile(tx, conversation)
    await input.received.keep(tx)
  }
  const message = prepareIncoming(tx, id, incoming, input.clientMessageId)
  const captured = await captureForm(tx, conversation, incoming)
  emitReceived(tx, message, incoming)
  const automatic = await replyAutomatically(tx, conversation, incoming, message.id)
  const answers = automatic?.messages ?? []
  if (automatic) message.outcome = 'answered'
  const changes: Partial<ConversationRow> = {
    ...(await changesOf(tx, conversation, message.text, answers.length)),
    ...captured?.link,
    ...automatic?.changes,
    ...(incoming.replyEmail && wantsEmail(tx, conversation, incoming.replyEmail)),
  }
  if (incoming.replyEmail) tx.emit('conversation.changed', { id })
  if (incoming.quote) await enqueueQuote(tx, id, { answers: incoming.quote, text: message.text })
  const [claim] = await Promise.all([
    automatic ? undefined : enqueueReply(tx, id, message.id),
    updateConversation(tx.sql, id, changes),
    insertMessages(tx, [message, ...answers]),
    isCompleted(conversation) ? completeWhenQuiet(tx, id) : undefined,
    countForDay(tx),
  ])
  if (!claim) return { id: message.id, answers }
  const lead = captured ? captured.contact : snapshot.lead
  const history = [...snapshot.past, message].map(toStoredMessage)
  const reply = { id, claim, conversation: { ...conversation, ...changes }, message, lead, history }
  return { id: message.id, reply }
}

async function answer(ctx: Context, received: Received, stop: AbortController): Promise<Message[]> {
  if ('reply' in received) return await writeAndStoreReply(ctx, received.reply, stop)
  if (received.isReplay) ctx.stream?.replay()
  return received.answers.map(toMessage)
}

/**
 * Writes the reply to a visitor's message and stores it. No transaction is open while it is written. Throws the
 * assistant's error with the conversation's id; the visitor's message stays, without a reply. If the caller
 * disconnects while it is written, the part already written is kept, and a repeat of the request has the reply written
 * again. When the server shuts down, the reply moves to another server.
 */
export async function writeAndStoreReply(ctx: Context, reply: PendingReply, stop: AbortController): Promise<Message[]> {
  const stopFollowing = followStops(ctx, reply.claim, stop)
  let place = 0
  const gone = () => {
    const isClosing = ctx.services.stopping.aborted
    // A visitor who leaves while the question waits for its turn finds the answer later.
    if (isClosing || place === 0) stop.abort((isClosing ? 'closing' : 'gone') satisfies StopReason)
  }
  ctx.signal.addEventListener('abort', gone)
  if (ctx.signal.aborted) gone()
  try {
    const written = await write(ctx, reply, stop.signal, (now) => {
      place = now
    })
    const interrupted = written.interrupted ? (stop.signal.reason as StopReason) : null
    if (interrupted === 'closing') throw unavailable('The server is shutting down. Try again in a moment.', 'stopping')
    const messages = await ctx.tx((tx) => storeReply(tx, reply, written, interrupted))
    // The caller is gone. An error is not stored for repeats of the request, unlike an answer.
    if (interrupted === 'gone') throw unavailable('The caller disconnected.', 'caller_left')
    return messages
  } catch (error) {
    // The leases of a server end with it, and its replies move to another.
    if (stop.signal.reason !== 'closing') await markFailed(ctx, reply.claim, reply.message.id)
    throw error instanceof AppError ? error.beside({ id: reply.id }) : error
  } finally {
    stopFollowing()
    ctx.signal.removeEventListener('abort', gone)
  }
}

/** Writes the reply, and streams it to the caller, the team and the visitor's other pages. */
async function write(
  ctx: Context,
  reply: PendingReply,
  signal: AbortSignal,
  moved: (place: number) => void,
): Promise<Written> {
  const writing = publishProgress(ctx, reply.id)
  try {
    return await writeReply(ctx, forAssistant(reply), {
      open: () => ctx.stream?.open(),
      text(delta) {
        ctx.stream?.text(delta)
        writing.text(delta)
      },
      waits(place, isLong) {
        moved(place)
        if (!isLong) return
        ctx.stream?.waits?.(place)
        writing.waits(place)
      },
      signal,
    })
  } finally {
    writing.end()
  }
}

/** Marks the message of a failed reply, so that the visitor may retry. */
async function markFailed(ctx: Context, claim: ReplyClaim, messageId: string): Promise<void> {
  try {
    await ctx.tx(async (tx) => {
      if ((await finishTask(tx.sql, claim)) !== 'lost') await failMessage(tx, messageId)
    })
  } catch (err) {
    // The caller gets the error of the reply. The queue retries it when the database responds again.
    ctx.log.warn({ err, message: messageId }, 'could not end a failed reply')
    await releaseReply(ctx, claim)
  }
}

/**
 * Writes the reply of a server that died or shut down. No request waits for it: the visitor receives it as an event, or
 * by repeating the request. A reply that fails here has failed permanently. If the database failed, the queue retries.
 */
export async function resumeReply(ctx: Context, data: ReplyData, claim: Task): Promise<void> {
  const reply = await ctx.tx((tx) => reopenReply(tx, data, claim))
  if (reply) await writeAndStoreReply(ctx, reply, new AbortController())
}

/** Marks a reply whose task was given up. */
export const failReply = (tx: Tx, { messageId }: ReplyData) => failMessage(tx, messageId)

/** A message whose reply was interrupted before keeps that part. */
const failMessage = (tx: Tx, id: string) =>
  tx.sql`update messages set outcome = 'failed' where id = ${id} and outcome is null`

/** Reads what a reply from the queue needs. Ends the reply if it is no longer needed. */
async function reopenReply(
  tx: Tx,
  { conversationId: id, messageId, stopped = false }: ReplyData,
  claim: ReplyClaim,
): Promise<PendingReply | undefined> {
  const snapshot = await readSnapshot(tx, { id }, messageId)
  if (!snapshot?.known) return undefined
  if (!stopped && !isHandledByTeam(tx, snapshot.conversation)) return toReply(snapshot, snapshot.known, claim)
  if ((await finishTask(tx.sql, claim)) !== 'lost') await endMessage(tx, messageId, 'answered')
  return undefined
}

/** Answers the first message of a conversation that an earlier attempt of its start stored, unless it was answered. */
export async function answerFirst(ctx: Context, channel: Channel, id: string, first: string): Promise<Message[]> {
  return await inTurnQueue(ctx, id, async (stop) => {
    const received = await whenReplied(ctx, () => ctx.tx((tx) => receiveFirst(tx, channel, id, first)))
    return await answer(ctx, received, stop)
  })
}

/** With the conversation's id, under which a start is audited. */
const receiveFirst = async (tx: Tx, channel: Channel, id: string, first: string): Promise<Received> => ({
  ...(await receive(tx, channel, { id }, first)),
  id,
})

/** Has the reply to a stored message written again, unless a person answers the visitor now. */
async function repeat(tx: Tx, snapshot: Snapshot, known: MessageRow): Promise<Received> {
  const { id } = known
  if (isHandledByTeam(tx, snapshot.conversation)) {
    await endMessage(tx, id, 'answered')
    return { id, answers: await listAnswers(tx.sql, known) }
  }
  return { id, reply: toReply(snapshot, known, await enqueueReply(tx, snapshot.conversation.id, id)) }
}

function toReply({ conversation, lead, past }: Snapshot, message: MessageRow, claim: ReplyClaim): PendingReply {
  const before = past.filter((row) => row.seq < message.seq && row.answers !== message.id)
  const history = [...before, message].map(toStoredMessage)
  return { id: conversation.id, claim, conversation, message, lead, history }
}

function prepareIncoming(
  tx: Tx,
  conversationId: string,
  { text, action, file }: Incoming,
  clientMessageId: string | undefined,
): PreparedMessage {
  return prepareMessage(tx, conversationId, {
    role: 'user',
    content: { type: 'text', text },
    payload: action && { action },
    client_message_id: clientMessageId ?? null,
    file,
  })
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

function emitReceived(tx: Tx, message: PreparedMessage, { text, action, file }: Incoming): void {
  tx.emit('message.received', {
    conversationId: message.conversation_id,
    messageId: message.id,
    kind: action ? 'action' : 'text',
    text,
    action: action && { id: action.id, value: action.value },
    ...(file && { file }),
  })
}

/**
 * The changes by a visitor's message: a closed chat returns to the assistant, and an unassigned one enters the queue.
 */
async function changesOf(
  tx: Tx,
  conversation: ConversationRow,
  text: string,
  answers: number,
): Promise<Partial<ConversationRow>> {
  const { status, assigned_to, waiting_since } = conversation
  const waits = status === 'live' && assigned_to === null && waiting_since === null
  return {
    ...endSnooze(tx, conversation, 'message'),
    last_at: tx.now(),
    message_count: conversation.message_count + 1 + answers,
    visitor_count: conversation.visitor_count + 1,
    first_message: conversation.first_message ?? text,
    ...(status === 'closed' ? backToAssistant : {}),
    ...(waits ? await beginWaiting(tx, conversation) : {}),
  }
}
