import type { ServerResponse } from 'node:http'
import { type FakeServer, type Seen, sendJson, startFakeServer } from './fake-server.ts'
import { describe, methods } from './fake-telegram-methods.ts'
import { BotApiError, type Chat, type FakeBot, type Params, type TelegramState } from './fake-telegram-state.ts'
import type { Gate } from './steps.ts'

/** Of the bot that most tests use. */
export const botToken = '1000:a_token_of_a_bot_that_is_only_played'

/** What happens to the next calls of a method. `lost`: the call is executed, but its response never arrives. */
export type Trouble =
  | { refuse: number; description: string; parameters?: Params }
  | { raw: string; status?: number }
  | { wait: Gate }
  | { hang: true }
  | { cut: true }
  | { lost: true }

export type Person = { id: number; first_name: string; is_bot?: boolean }

export type Call = { token: string; method: string; params: Params; ok: boolean }

export type FakeTelegram = FakeServer &
  Pick<TelegramState, 'bots' | 'answered'> & {
    /** Whether a webhook may have an http URL, like those of the tests. The real API accepts only https. */
    takesHttp(takes: boolean): void
    /** All answered calls, in order. */
    calls: Call[]
    addBot(token: string, username?: string): FakeBot
    /** By default, a group with topics that the bot may manage. */
    addChat(chat?: Partial<Chat>): Chat
    /** What happens to the next `times` calls of a method; `*`: of any method. */
    trouble(method: string, trouble: Trouble, times?: number): void
    well(): void
    /** Sends an update to the bot's webhook, and executes the call in its response. */
    sendUpdate(bot: FakeBot, update: Params, options?: { secret?: string; updateId?: number }): Promise<Response>
    /** Somebody writes in a chat. */
    writes(bot: FakeBot, chat: Chat, from: Person, message: string | Params, topic?: number): Promise<number>
    presses(bot: FakeBot, chat: Chat, from: Person, message: number, data: string): Promise<Params | undefined>
  }

/** Starts a server with the Bot API on any free port. */
export async function startFakeTelegram(): Promise<FakeTelegram> {
  const state: TelegramState = { bots: new Map(), chats: new Map(), answered: [], lastMessage: 100, takesHttp: true }
  const calls: Call[] = []
  const troubles: { method: string; trouble: Trouble; times: number }[] = []
  const server = await startFakeServer((seen, response) => answer(state, calls, troubles, seen, response))
  const telling = createTelling(state)
  return {
    ...server,
    ...telling,
    bots: state.bots,
    answered: state.answered,
    takesHttp: (takes) => {
      state.takesHttp = takes
    },
    calls,
    addBot: (token, username = 'team_bot') => addBot(state, token, username),
    addChat: (chat) => addChat(state, chat),
    trouble: (method, trouble, times = 1) => void troubles.push({ method, trouble, times }),
    well: () => void troubles.splice(0),
  }
}

function addBot(state: TelegramState, token: string, username: string): FakeBot {
  const id = Number(token.split(':')[0])
  const bot: FakeBot = { token, id, first_name: 'Team', username, webhook: undefined, lastUpdate: id * 1000 }
  state.bots.set(token, bot)
  return bot
}

let made = 0

function addChat(state: TelegramState, given: Partial<Chat> = {}): Chat {
  const forum = { type: 'supergroup' as const, title: 'The team', is_forum: true, mayManageTopics: true }
  const chat: Chat = {
    id: -1_001_000_000_000 - ++made,
    ...forum,
    isKicked: false,
    topics: new Map(),
    messages: [],
    ...given,
  }
  state.chats.set(chat.id, chat)
  return chat
}

async function answer(
  state: TelegramState,
  calls: Call[],
  troubles: { method: string; trouble: Trouble; times: number }[],
  { path, json }: Seen,
  response: ServerResponse,
): Promise<void> {
  const [, token = '', method = ''] = /^\/bot([^/]*)\/(\w+)$/.exec(path) ?? []
  const met = troubles.find((one) => one.times > 0 && (one.method === '*' || one.method === method))
  if (met) met.times -= 1
  const trouble = met?.trouble
  if (trouble && 'wait' in trouble) await trouble.wait.passed()
  if (trouble && 'hang' in trouble) return
  if (trouble && 'cut' in trouble) return void response.destroy()
  if (trouble && 'raw' in trouble) return void response.writeHead(trouble.status ?? 200).end(trouble.raw)
  try {
    if (trouble && 'refuse' in trouble) throw new BotApiError(trouble.refuse, trouble.description, trouble.parameters)
    const result = carryOut(state, token, method, json)
    calls.push({ token, method, params: json, ok: true })
    if (trouble && 'lost' in trouble) return void response.destroy()
    sendJson(response, 200, { ok: true, result })
  } catch (error) {
    if (!(error instanceof BotApiError)) throw error
    calls.push({ token, method, params: json, ok: false })
    const { code, message, parameters } = error
    sendJson(response, code, { ok: false, error_code: code, description: message, ...(parameters && { parameters }) })
  }
}

function carryOut(state: TelegramState, token: string, method: string, params: Params): unknown {
  const bot = state.bots.get(token)
  if (!bot) throw new BotApiError(401, 'Unauthorized')
  const run = methods[method]
  if (!run) throw new BotApiError(404, 'Not Found: method not found')
  return run(state, bot, params)
}

/** The other direction: updates for the bot's webhook. */
function createTelling(state: TelegramState): Pick<FakeTelegram, 'sendUpdate' | 'writes' | 'presses'> {
  const sendUpdate: FakeTelegram['sendUpdate'] = async (bot, update, { secret, updateId } = {}) => {
    if (!bot.webhook) throw new Error('the bot has no webhook')
    const response = await fetch(String(bot.webhook.url), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-telegram-bot-api-secret-token': secret ?? String(bot.webhook.secret_token),
      },
      body: JSON.stringify({ update_id: updateId ?? ++bot.lastUpdate, ...update }),
    })
    const { method, ...params } = (await response.clone().json()) as Params
    if (response.ok && method) carryOut(state, bot.token, method, params)
    return response
  }
  return {
    sendUpdate,
    async writes(bot, chat, from, message, topic) {
      const id = ++state.lastMessage
      const content = typeof message === 'string' ? { text: message } : message
      const place = topic === undefined ? {} : { message_thread_id: topic, is_topic_message: true }
      await sendUpdate(bot, { message: { message_id: id, date: 1, chat: describe(chat), from, ...place, ...content } })
      return id
    },
    async presses(bot, chat, from, message, data) {
      const topic = chat.messages.find(({ id }) => id === message)?.topic
      const place = topic === undefined ? {} : { message_thread_id: topic }
      const below = { message_id: message, date: 1, chat: describe(chat), ...place }
      const id = `query${++state.lastMessage}`
      await sendUpdate(bot, { callback_query: { id, from, message: below, chat_instance: '1', data } })
      return state.answered.find(({ callback_query_id }) => callback_query_id === id)
    },
  }
}
