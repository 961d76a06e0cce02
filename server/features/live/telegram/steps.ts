import type { Context, Tx } from '../../../core/context.ts'
import type { TelegramButton, TelegramPlace, TelegramText } from '../../../outside/telegram.ts'
import { botOf } from './channel.ts'
import { beginning, below, compose, composeQuoted, oneLine } from './compose.ts'
import { pageLine, withoutContact } from './contact.ts'
import { type PassableRow, type Step, stateOf, type ThreadRow } from './next-step.ts'
import { type Phrases, phrasesFor } from './phrases.ts'
import { planRemoval } from './removal.ts'
import { listAsked, type Scene } from './scene.ts'
import { mapMessage, openAgain, openThread, skipMessages, updateThread } from './threads.ts'

const longestAsked = 700
const longestTitle = 100

/** Does one step, and notes that it is done. What it calls is called once. */
export async function takeStep(ctx: Context, scene: Scene, step: Step): Promise<void> {
  const { thread } = scene
  if (!thread) return await openThread(ctx, scene)
  switch (step.kind) {
    case 'again':
      return await openAgain(ctx, thread)
    case 'skip':
      return await skipMessages(ctx, thread, step.seq)
    case 'head':
      return await sendHead(ctx, scene, thread)
    case 'pass':
      return await passOn(ctx, scene, thread, step.message)
    case 'show':
      return await showState(ctx, scene, thread, step.shown)
    default:
      return await setTopic(ctx, scene, thread, step.kind)
  }
}

async function setTopic(ctx: Context, scene: Scene, thread: ThreadRow, kind: Step['kind']): Promise<void> {
  const { chat_id, token } = scene.channel
  const bot = botOf(ctx.parts, token)
  const topic = thread.topic_id ?? 0
  const change = (changes: Partial<ThreadRow>) => updateThread(ctx, thread.conversation_id, changes)
  if (kind === 'topic') {
    const made = await bot.createTopic(chat_id, titleOf(ctx, scene))
    const { count } = await change({ topic_id: made, shut: false })
    // The conversation was deleted meanwhile.
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

async function showState(ctx: Context, scene: Scene, thread: ThreadRow, shown: string): Promise<void> {
  const { chat_id, token } = scene.channel
  const text = headOf(ctx, scene, thread.head)
  await botOf(ctx.parts, token).edit(chat_id, thread.head_id ?? 0, text, buttonsOf(ctx, scene))
  await updateThread(ctx, thread.conversation_id, { shown })
}

async function sendHead(ctx: Context, scene: Scene, thread: ThreadRow): Promise<void> {
  const { channel, conversation } = scene
  const head = await describeRequest(ctx, scene, thread)
  const place = { topic: thread.topic_id ?? undefined, buttons: buttonsOf(ctx, scene) }
  const text = headOf(ctx, scene, head)
  const telegramId = await botOf(ctx.parts, channel.token).send(channel.chat_id, text, place)
  const { assigned_name } = conversation
  const state = stateOf(conversation)
  const shown = state === 'taken' ? `taken ${assigned_name ?? ''}` : state
  await ctx.tx(async (tx) => {
    await keepSent(tx, scene, telegramId, null)
    await updateThread(tx, conversation.id, { head_id: telegramId, head: tx.sql.json(head) as never, shown })
  })
}

/** Sends the next part of a message; it is passed on once its last part is. */
async function passOn(ctx: Context, scene: Scene, thread: ThreadRow, message: PassableRow): Promise<void> {
  const { channel, conversation } = scene
  const texts = composeQuoted(writerOf(ctx, scene, message), shareable(scene, message))
  const text = texts[thread.parts] ?? texts.at(-1) ?? compose('…')
  const telegramId = await botOf(ctx.parts, channel.token).send(channel.chat_id, text, placeOf(thread))
  const isLast = thread.parts + 1 >= texts.length
  await ctx.tx(async (tx) => {
    await keepSent(tx, scene, telegramId, message.id)
    const done = isLast ? { passed_seq: message.seq, parts: 0 } : { parts: thread.parts + 1 }
    await updateThread(tx, conversation.id, done)
  })
}

/** Notes what was sent. Where the conversation was deleted meanwhile, it is removed again. */
async function keepSent(tx: Tx, { channel, conversation }: Scene, telegramId: number, messageId: string | null) {
  const isKept = await mapMessage(tx, { telegramId, conversationId: conversation.id, messageId })
  if (!isKept) await planRemoval(tx, { chat: channel.chat_id, topic: null, messages: [telegramId] })
}

const placeOf = ({ topic_id, head_id }: ThreadRow): TelegramPlace =>
  topic_id === null ? { replyTo: head_id ?? undefined } : { topic: topic_id }

const isShared = ({ channel }: Scene) => channel.share_contact

/** Words of the visitor's own are passed on without contact details, unless the owner shares them. */
const shareable = (scene: Scene, { role, text }: PassableRow) =>
  isShared(scene) || role !== 'user' ? text : withoutContact(text, scene.lead)

/** Who the visitor is to the team: their name where the owner shares it, else the end of the conversation's id. */
const visitorName = (ctx: Context, scene: Scene) =>
  (isShared(scene) && scene.lead?.name) || phrasesFor(ctx.site).visitor(scene.conversation.id.slice(-4))

function writerOf(ctx: Context, scene: Scene, { role, author }: PassableRow): string {
  if (role === 'user') return visitorName(ctx, scene)
  return author?.name || author?.id || phrasesFor(ctx.site).assistant
}

function titleOf(ctx: Context, scene: Scene): string {
  const { page_title } = scene.conversation
  const page = page_title ? ` · ${page_title}` : ''
  return oneLine(visitorName(ctx, scene) + (isShared(scene) ? page : withoutContact(page, scene.lead)), longestTitle)
}

/** What the visitor asked, and where; who they are only where the owner shares it. */
async function describeRequest(ctx: Context, scene: Scene, thread: ThreadRow): Promise<TelegramText> {
  const phrases = phrasesFor(ctx.site)
  const { page_url, page_title } = scene.conversation
  const shared = isShared(scene)
  const private_ = (words: string) => (shared ? words : withoutContact(words, scene.lead))
  const asked = (await listAsked(ctx, thread)).map((text) => beginning(private_(text), longestAsked))
  const page = private_(pageLine(page_url, page_title, shared))
  const { name, email, phone } = scene.lead ?? {}
  const contact = shared ? [name, email, phone].filter(Boolean).join(' · ') : ''
  return compose(
    visitorName(ctx, scene),
    asked.length > 0 ? phrases.asked : '',
    ...asked.map((quote) => ({ quote })),
    page && `${phrases.page} ${page}`,
    contact && `${phrases.contact} ${oneLine(contact, 400)}`,
    thread.flat ? phrases.howToFlat : phrases.howTo,
  )
}

function headOf(ctx: Context, { conversation }: Scene, head: TelegramText | null): TelegramText {
  const phrases = phrasesFor(ctx.site)
  return below(firstLine(phrases, conversation), head ?? compose(phrases.howTo))
}

function firstLine(phrases: Phrases, conversation: Scene['conversation']): string {
  const state = stateOf(conversation)
  return state === 'taken' ? phrases.taken(oneLine(conversation.assigned_name ?? '', 80)) : phrases[state]
}

function buttonsOf(ctx: Context, { conversation }: Scene): TelegramButton[] {
  const { take, close, back } = phrasesFor(ctx.site)
  const button = (text: string, action: string) => ({ text, callback_data: `${action} ${conversation.id}` })
  const state = stateOf(conversation)
  const taking = state === 'taken' ? [] : [button(take, 'take')]
  const ending = state === 'waiting' || state === 'taken' ? [button(close, 'close'), button(back, 'bot')] : []
  return [...taking, ...ending]
}
