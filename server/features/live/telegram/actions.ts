import type { Context, Tx } from '../../../core/context.ts'
import type { TelegramPhrases } from '../../../language/language.ts'
import type { TelegramButton, TelegramPlace, TelegramText } from '../../../outside/telegram.ts'
import { botOf } from './channel.ts'
import { beginning, below, compose, composeQuoted, oneLine, phrasesFor } from './compose.ts'
import { pageLine, withoutContact } from './contact.ts'
import { type ForwardableRow, type Step, stateOf, type ThreadRow } from './next-step.ts'
import { planRemoval } from './removal.ts'
import { listAsked, type Snapshot } from './snapshot.ts'
import { mapMessage, openAgain, openThread, skipMessages, updateThread } from './threads.ts'

const maxAskedLength = 700
const maxTitleLength = 100

/** Does one step and records it. Each call to the provider is made once. */
export async function performStep(ctx: Context, snapshot: Snapshot, step: Step): Promise<void> {
  const { thread } = snapshot
  if (!thread) return await openThread(ctx, snapshot)
  switch (step.kind) {
    case 'again':
      return await openAgain(ctx, thread)
    case 'skip':
      return await skipMessages(ctx, thread, step.seq)
    case 'head':
      return await sendHead(ctx, snapshot, thread)
    case 'pass':
      return await forwardPart(ctx, snapshot, thread, step.message)
    case 'show':
      return await showState(ctx, snapshot, thread, step.shown)
    default:
      return await setTopic(ctx, snapshot, thread, step.kind)
  }
}

async function setTopic(ctx: Context, snapshot: Snapshot, thread: ThreadRow, kind: Step['kind']): Promise<void> {
  const { chat_id, token } = snapshot.channel
  const bot = botOf(ctx.services, token)
  const topic = thread.topic_id ?? 0
  const change = (changes: Partial<ThreadRow>) => updateThread(ctx, thread.conversation_id, changes)
  if (kind === 'topic') {
    const made = await bot.createTopic(chat_id, titleOf(ctx, snapshot))
    const { count } = await change({ topic_id: made, shut: false })
    // The conversation was deleted in the meantime.
    if (count === 0) await ctx.tx((tx) => planRemoval(tx, { chat: chat_id, topic: made, messages: [] }))
  }
  if (kind === 'reopen') {
    await bot.reopenTopic(chat_id, topic)
    await change({ shut: false })
  }
  if (kind === 'shut') {
    await bot.closeTopic(chat_id, topic)
    await change({ shut: true })
  }
}

async function showState(ctx: Context, snapshot: Snapshot, thread: ThreadRow, shown: string): Promise<void> {
  const { chat_id, token } = snapshot.channel
  const text = headOf(ctx, snapshot, thread.head)
  await botOf(ctx.services, token).edit(chat_id, thread.head_id ?? 0, text, buttonsOf(ctx, snapshot))
  await updateThread(ctx, thread.conversation_id, { shown })
}

async function sendHead(ctx: Context, snapshot: Snapshot, thread: ThreadRow): Promise<void> {
  const { channel, conversation } = snapshot
  const head = await describeRequest(ctx, snapshot, thread)
  const place = { topic: thread.topic_id ?? undefined, buttons: buttonsOf(ctx, snapshot) }
  const text = headOf(ctx, snapshot, head)
  const telegramId = await botOf(ctx.services, channel.token).send(channel.chat_id, text, place)
  const { assigned_name } = conversation
  const state = stateOf(conversation)
  const shown = state === 'taken' ? `taken ${assigned_name ?? ''}` : state
  await ctx.tx(async (tx) => {
    await keepSent(tx, snapshot, telegramId, null)
    await updateThread(tx, conversation.id, { head_id: telegramId, head: tx.sql.json(head) as never, shown })
  })
}

/** Sends the next part of a message. The message counts as forwarded after its last part. */
async function forwardPart(
  ctx: Context,
  snapshot: Snapshot,
  thread: ThreadRow,
  message: ForwardableRow,
): Promise<void> {
  const { channel, conversation } = snapshot
  const texts = composeQuoted(writerOf(ctx, snapshot, message), shareable(snapshot, message))
  const text = texts[thread.parts] ?? texts.at(-1) ?? compose('…')
  const telegramId = await botOf(ctx.services, channel.token).send(channel.chat_id, text, placeOf(thread))
  const isLast = thread.parts + 1 >= texts.length
  await ctx.tx(async (tx) => {
    await keepSent(tx, snapshot, telegramId, message.id)
    const done = isLast ? { passed_seq: message.seq, parts: 0 } : { parts: thread.parts + 1 }
    await updateThread(tx, conversation.id, done)
  })
}

/** Records what was sent. If the conversation was deleted in the meantime, removes it again. */
async function keepSent(tx: Tx, { channel, conversation }: Snapshot, telegramId: number, messageId: string | null) {
  const isKept = await mapMessage(tx, { telegramId, conversationId: conversation.id, messageId })
  if (!isKept) await planRemoval(tx, { chat: channel.chat_id, topic: null, messages: [telegramId] })
}

const placeOf = ({ topic_id, head_id }: ThreadRow): TelegramPlace =>
  topic_id === null ? { replyTo: head_id ?? undefined } : { topic: topic_id }

const isShared = ({ channel }: Snapshot) => channel.share_contact

/** The visitor's text is forwarded without contact details, unless the owner shares them. */
const shareable = (snapshot: Snapshot, { role, text }: ForwardableRow) =>
  isShared(snapshot) || role !== 'user' ? text : withoutContact(text, snapshot.lead)

/** The visitor's name if the owner shares it, otherwise the end of the conversation's id. */
const visitorName = (ctx: Context, snapshot: Snapshot) =>
  (isShared(snapshot) && snapshot.lead?.name) || phrasesFor(ctx.site).visitor(snapshot.conversation.id.slice(-4))

function writerOf(ctx: Context, snapshot: Snapshot, { role, author }: ForwardableRow): string {
  if (role === 'user') return visitorName(ctx, snapshot)
  return author?.name || author?.id || phrasesFor(ctx.site).assistant
}

function titleOf(ctx: Context, snapshot: Snapshot): string {
  const { page_title } = snapshot.conversation
  const page = page_title ? ` · ${page_title}` : ''
  return oneLine(
    visitorName(ctx, snapshot) + (isShared(snapshot) ? page : withoutContact(page, snapshot.lead)),
    maxTitleLength,
  )
}

/** The visitor's question and page. Their contact details are included only if the owner shares them. */
async function describeRequest(ctx: Context, snapshot: Snapshot, thread: ThreadRow): Promise<TelegramText> {
  const phrases = phrasesFor(ctx.site)
  const { page_url, page_title } = snapshot.conversation
  const shared = isShared(snapshot)
  const private_ = (words: string) => (shared ? words : withoutContact(words, snapshot.lead))
  const asked = (await listAsked(ctx, thread)).map((text) => beginning(private_(text), maxAskedLength))
  const page = private_(pageLine(page_url, page_title, shared))
  const { name, email, phone } = snapshot.lead ?? {}
  const contact = shared ? [name, email, phone].filter(Boolean).join(' · ') : ''
  return compose(
    visitorName(ctx, snapshot),
    asked.length > 0 ? phrases.asked : '',
    ...asked.map((quote) => ({ quote })),
    page && `${phrases.page} ${page}`,
    contact && `${phrases.contact} ${oneLine(contact, 400)}`,
    thread.flat ? phrases.howToFlat : phrases.howTo,
  )
}

function headOf(ctx: Context, { conversation }: Snapshot, head: TelegramText | null): TelegramText {
  const phrases = phrasesFor(ctx.site)
  return below(firstLine(phrases, conversation), head ?? compose(phrases.howTo))
}

function firstLine(phrases: TelegramPhrases, conversation: Snapshot['conversation']): string {
  const state = stateOf(conversation)
  return state === 'taken' ? phrases.taken(oneLine(conversation.assigned_name ?? '', 80)) : phrases[state]
}

function buttonsOf(ctx: Context, { conversation }: Snapshot): TelegramButton[] {
  const { take, close, back } = phrasesFor(ctx.site)
  const button = (text: string, action: string) => ({ text, callback_data: `${action} ${conversation.id}` })
  const state = stateOf(conversation)
  const taking = state === 'taken' ? [] : [button(take, 'take')]
  const ending = state === 'waiting' || state === 'taken' ? [button(close, 'close'), button(back, 'bot')] : []
  return [...taking, ...ending]
}
