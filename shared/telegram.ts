import { z } from 'zod'
import { Milliseconds } from './page.ts'
import { exact } from './text.ts'

export const Telegram = z
  .object({
    connected: z.boolean().describe('Whether the site has a bot.'),
    linked: z.boolean().describe("Whether the bot knows the team's chat."),
    bot: z.object({ name: z.string(), username: z.string() }).nullable(),
    chat: z
      .object({ title: z.string(), topics: z.boolean().describe('Whether each conversation gets a topic of its own.') })
      .nullable(),
    linkCode: z
      .string()
      .nullable()
      .describe("To be sent as `/link <code>` in the team's group, or to the bot itself; null once that was done."),
    shareContact: z.boolean().describe("Whether visitors' names, emails and phone numbers go to Telegram."),
    status: z.enum(['ok', 'error']).nullable().describe('How it works; null where no bot is connected.'),
    lastError: z.string().nullable().describe('What is wrong, while status is error.'),
    lastErrorAt: Milliseconds.nullable().describe('When that was noticed last.'),
    updatedAt: Milliseconds.nullable(),
  })
  .meta({ id: 'Telegram' })
export type Telegram = z.infer<typeof Telegram>

/** As the provider's own bot for bots gives it: the bot's number, a colon, its secret. */
const Token = exact(100, 1).regex(/^\d{1,20}:[A-Za-z0-9_-]{20,80}$/, 'Is no token of a Telegram bot.')

export const ConnectTelegram = z.object({
  token: Token.describe('The token of a Telegram bot. It is stored encrypted, and never shown again.'),
})
export type ConnectTelegram = z.infer<typeof ConnectTelegram>

export const UpdateTelegram = z.object({
  shareContact: z.boolean().describe("Include visitors' names, emails and phone numbers in what goes to Telegram."),
})
export type UpdateTelegram = z.infer<typeof UpdateTelegram>

export const TelegramTested = z.object({ ok: z.boolean().describe('What is wrong stands in `lastError`.') })
export type TelegramTested = z.infer<typeof TelegramTested>

export const TelegramDeleted = z.object({ deleted: z.boolean().describe('False where no bot was connected.') })
export type TelegramDeleted = z.infer<typeof TelegramDeleted>
