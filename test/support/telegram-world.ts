import { type ChatWorld, createChatWorld, neverQuiet, until } from './chat.ts'
import { startFakeComposio } from './fake-composio.ts'
import { botToken, type Call, type FakeTelegram, type Person, startFakeTelegram } from './fake-telegram.ts'
import type { Chat, FakeBot, Sent } from './fake-telegram-state.ts'
import { createWorld, type World, type WorldOptions } from './world.ts'

export const kim: Person = { id: 501, first_name: 'Kim' }
export const lou: Person = { id: 502, first_name: 'Lou' }

/** The configuration for an operator's own Bot API. */
export const botApiAt = ({ url }: FakeTelegram) => ({
  providers: { telegram: url },
  outbound: { allow: [new URL(url).host] },
})

export type TelegramWorld = ChatWorld & {
  telegram: FakeTelegram
  bot: FakeBot
  /** Connects the bot and returns the link code. */
  connect(): Promise<string>
  /** A chat linked with the bot; by default a group with topics. */
  link(chat?: Partial<Chat>): Promise<Chat>
  /** A visitor who asks for a person. */
  asks(body?: Record<string, unknown>): Promise<string>
  /** The same, once the team's chat shows it: the first message with its buttons. */
  waits(chat: Chat, body?: Record<string, unknown>): Promise<{ id: string; head: Sent }>
  /** A team member writes, below a conversation's first message if it has no topic. */
  writes(chat: Chat, head: Sent, text: string | Record<string, unknown>, from?: Person): Promise<number>
  /** Waits until all calls in progress have ended, which would otherwise be too late; then advances the time. */
  pause(milliseconds: number): Promise<void>
  status(id: string): Promise<{ status: string; assigned_to: string | null; assigned_name: string | null }>
}

/** A server that can connect the tests' bot, so that each operation can be tested on it. */
export async function createBotWorld(): Promise<World> {
  const telegram = await startFakeTelegram()
  telegram.addBot(botToken)
  const composio = await startFakeComposio()
  // Refused without a call.
  const calendars = { calcom: 'https://10.0.0.1/v2', calendly: 'https://10.0.0.1', composio: composio.url }
  const world = await createWorld({
    file: {
      timings: neverQuiet,
      providers: { telegram: telegram.url, ...calendars },
      outbound: { allow: [telegram, composio].map(({ url }) => new URL(url).host) },
    },
  })
  return {
    ...world,
    async close() {
      await world.close()
      await telegram.close()
      await composio.close()
    },
  }
}

/** A server with a bot and a fake Bot API. `file.allow`: addresses of other fake servers. */
export async function createTelegramWorld(options: WorldOptions = {}): Promise<TelegramWorld> {
  const telegram = await startFakeTelegram()
  const { outbound, ...api } = botApiAt(telegram)
  const { allow = [], ...file } = (options.file ?? {}) as { allow?: string[] }
  const merged = { ...api, ...file, outbound: { allow: [...outbound.allow, ...allow] } }
  const world = await createChatWorld({ ...options, file: merged })
  await world.set({ security: { limits: { messagesPerSitePerDay: 100_000 } } })
  const bot = telegram.addBot(botToken)
  return {
    ...world,
    ...talking(world, telegram, bot),
    telegram,
    bot,
    async close() {
      await world.close()
      await telegram.close()
    },
  }
}

function talking(world: ChatWorld, telegram: FakeTelegram, bot: FakeBot) {
  const connect = async (): Promise<string> => {
    const reply = await world.post('/live/telegram', { token: bot.token })
    if (reply.status !== 201) throw new Error(JSON.stringify(reply.body))
    return reply.body.linkCode
  }
  const asks: TelegramWorld['asks'] = async (body = {}) => {
    const { id } = await world.start({ message: 'My bicycle squeaks.', ...body })
    await world.say(id, { action: { id: 'person', value: '', label: 'Talk to a person' } })
    return id
  }
  return {
    connect,
    asks,
    async link(given?: Partial<Chat>) {
      const code = await connect()
      const chat = telegram.addChat(given)
      await telegram.writes(bot, chat, kim, `/link ${code}`)
      await until(() => chat.messages.length > 0)
      return chat
    },
    async waits(chat: Chat, body?: Record<string, unknown>) {
      const id = await asks(body)
      await until(() => headOf(chat, id) !== undefined)
      const head = headOf(chat, id)!
      const { sql } = world.services.database
      await until(async () => (await sql`select from telegram_messages where telegram_id = ${head.id}`).length > 0)
      return { id, head }
    },
    async writes(chat: Chat, { id, topic }: Sent, text: string | Record<string, unknown>, from: Person = kim) {
      const message = typeof text === 'string' ? { text } : text
      const reply = topic === undefined ? { reply_to_message: { message_id: id } } : {}
      return await telegram.writes(bot, chat, from, { ...reply, ...message }, topic)
    },
    async pause(milliseconds: number) {
      await until(async () => (await busyJobs(world)) === 0)
      world.clock.move(milliseconds)
    },
    status: async (id: string) => (await world.get(`/conversations/${id}`)).body.conversation,
  }
}

const busyJobs = async ({ services: { database }, clock }: ChatWorld) =>
  (
    await database.sql`
      select from queue where type like 'telegram.%' and (run_at <= ${clock.now()} or lease_holds(lease))`
  ).length

/** The newest message that introduces a conversation in the team's chat. */
export const headOf = ({ messages }: Chat, id: string): Sent | undefined =>
  messages.findLast(({ buttons }) => buttons.some(({ callback_data }) => callback_data.endsWith(id)))

/** What the bot wrote in a topic, or below a first message, without that message. */
export const passedIn = (chat: Chat, head: Sent): string[] =>
  chat.messages
    .filter(({ id, topic, replyTo, buttons }) =>
      head.topic === undefined ? replyTo === head.id : topic === head.topic && id > head.id && buttons.length === 0,
    )
    .map(({ text }) => text)

/** The text without its author. */
export const wordsOf = (texts: string[]): string[] => texts.map((text) => text.slice(text.indexOf('\n') + 1))

export const callsOf = ({ calls }: FakeTelegram, method: string): Call[] =>
  calls.filter((call) => call.method === method)
