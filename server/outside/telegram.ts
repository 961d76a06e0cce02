// The browser build of the library has no side effects: it reads no environment and uses the given fetch.
import { Api } from 'grammy/web'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { checkJson } from '../core/json.ts'
import type { Dial } from './dial.ts'
import { asTelegramError } from './telegram-error.ts'

const Me = z.object({ id: z.int(), is_bot: z.literal(true), first_name: z.string(), username: z.string().default('') })
const Chat = z.object({ id: z.int(), title: z.string().optional(), is_forum: z.boolean().default(false) })
const Member = z.object({ status: z.string(), can_manage_topics: z.boolean().default(false) })
const Hook = z.object({ url: z.string() })
const Topic = z.object({ message_thread_id: z.int() })
const Sent = z.object({ message_id: z.int() })

export type TelegramButton = { text: string; callback_data: string }

/** A range of a text, in UTF-16 units, shown as a quote. Text is never parsed as markup. */
export type TelegramQuote = { type: 'blockquote'; offset: number; length: number }

export type TelegramText = { text: string; entities: TelegramQuote[] }

export type TelegramPlace = { topic?: number | undefined; replyTo?: number | undefined; buttons?: TelegramButton[] }

/** The methods of a bot. All throw a TelegramError, and nothing is retried. */
export type TelegramBot = {
  me(): Promise<z.output<typeof Me>>
  /** Sets the webhook to `url`, with the secret in a header, one update at a time. */
  setHook(url: string, secret: string, dropPending: boolean): Promise<void>
  deleteHook(): Promise<void>
  /** The webhook's URL; empty if none is set. */
  hook(): Promise<string>
  chat(id: number): Promise<z.output<typeof Chat>>
  /** The bot's own permissions in a chat. */
  membership(chat: number, bot: number): Promise<z.output<typeof Member>>
  /** Returns the id of the message. */
  send(chat: number, message: TelegramText, place?: TelegramPlace): Promise<number>
  edit(chat: number, id: number, message: TelegramText, buttons: TelegramButton[]): Promise<void>
  /** Creates a topic and returns its id. */
  createTopic(chat: number, name: string): Promise<number>
  closeTopic(chat: number, topic: number): Promise<void>
  /** At most 100. Missing messages are ignored. */
  deleteMessages(chat: number, ids: number[]): Promise<void>
  /** Deletes a topic with its messages. */
  deleteTopic(chat: number, topic: number): Promise<void>
  reopenTopic(chat: number, topic: number): Promise<void>
}

export type Telegram = { bot(token: string): TelegramBot }

const timeoutMs = 8_000
const maxBytes = 500_000
/** The update types to receive. */
const wanted = ['message', 'edited_message', 'callback_query'] as const

/** The Bot API, at the provider's servers or at the operator's own. */
export function createTelegram({ dial, config }: { dial: Dial; config: Pick<Config, 'providers'> }): Telegram {
  const apiRoot = config.providers.telegram.replace(/\/+$/, '')
  const send = (async (url: string | URL, init: RequestInit = {}) => {
    const response = await dial.fetch(String(url), {
      purpose: 'telegram',
      method: init.method ?? 'POST',
      headers: Object.fromEntries(new Headers(init.headers)),
      body: String(init.body ?? ''),
      maxBytes,
      timeoutMs,
      ...(init.signal ? { signal: init.signal } : {}),
    })
    // Checked here, because the library parses without limits.
    const body = new Uint8Array(await response.arrayBuffer())
    checkJson(body)
    return new Response(isBodyless(response.status) ? null : body, {
      status: response.status,
      headers: response.headers,
    })
  }) as typeof globalThis.fetch
  return { bot: (token) => botOf(new Api(token, { apiRoot, fetch: send })) }
}

/** Statuses whose Response must not have a body. */
const isBodyless = (status: number) => [204, 205, 304].includes(status)

function botOf(api: Api): TelegramBot {
  const noPreview = { link_preview_options: { is_disabled: true } }
  const keyboard = (buttons: TelegramButton[]) => ({ reply_markup: { inline_keyboard: [buttons] } })
  return {
    me: () => read(Me, api.getMe()),
    setHook: (url, secret, dropPending) =>
      done(
        api.setWebhook(url, {
          secret_token: secret,
          allowed_updates: [...wanted],
          max_connections: 1,
          drop_pending_updates: dropPending,
        }),
      ),
    deleteHook: () => done(api.deleteWebhook()),
    hook: async () => (await read(Hook, api.getWebhookInfo())).url,
    chat: (id) => read(Chat, api.getChat(id)),
    membership: (chat, bot) => read(Member, api.getChatMember(chat, bot)),
    async send(chat, { text, entities }, { topic, replyTo, buttons } = {}) {
      const sent = api.sendMessage(chat, text, {
        entities,
        ...noPreview,
        ...(topic === undefined ? {} : { message_thread_id: topic }),
        ...(replyTo === undefined
          ? {}
          : { reply_parameters: { message_id: replyTo, allow_sending_without_reply: true } }),
        ...(buttons ? keyboard(buttons) : {}),
      })
      return (await read(Sent, sent)).message_id
    },
    edit: (chat, id, { text, entities }, buttons) =>
      done(api.editMessageText(chat, id, text, { entities, ...noPreview, ...keyboard(buttons) })),
    createTopic: async (chat, name) => (await read(Topic, api.createForumTopic(chat, name))).message_thread_id,
    deleteMessages: (chat, ids) => done(api.deleteMessages(chat, ids)),
    deleteTopic: (chat, topic) => done(api.deleteForumTopic(chat, topic)),
    closeTopic: (chat, topic) => done(api.closeForumTopic(chat, topic)),
    reopenTopic: (chat, topic) => done(api.reopenForumTopic(chat, topic)),
  }
}

async function read<Schema extends z.ZodType>(schema: Schema, call: Promise<unknown>): Promise<z.output<Schema>> {
  try {
    return schema.parse(await call)
  } catch (error) {
    throw asTelegramError(error)
  }
}

const done = async (call: Promise<unknown>): Promise<void> => {
  await read(z.unknown(), call)
}
