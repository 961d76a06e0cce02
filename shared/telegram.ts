import { z } from 'zod'
import { failureFields } from './failure.ts'
import { Milliseconds } from './page.ts'
import { exact } from './text.ts'

export const Telegram = z
  .object({
    connected: z.boolean().describe('Whether a bot is connected to the site.'),
    linked: z.boolean().describe("Whether the bot is linked to the team's chat."),
    bot: z.object({ name: z.string(), username: z.string() }).nullable(),
    chat: z
      .object({ title: z.string(), topics: z.boolean().describe('Whether each conversation gets its own topic.') })
      .nullable(),
    linkCode: z
      .string()
      .nullable()
      .describe("Send it as `/link <code>` in the team's group or to the bot. Null once linked."),
    shareContact: z.boolean().describe("Whether visitors' names, emails and phone numbers are sent to Telegram."),
    status: z.enum(['ok', 'error']).nullable().describe('Null if no bot is connected.'),
    lastError: z.string().nullable().describe('The problem, while `status` is `error`.'),
    ...failureFields,
    lastErrorAt: Milliseconds.nullable().describe('When the problem last occurred.'),
    updatedAt: Milliseconds.nullable(),
  })
  .meta({ id: 'Telegram' })
export type Telegram = z.infer<typeof Telegram>

/** The format that BotFather issues: the bot id, a colon, the secret. */
const Token = exact(100, 1).regex(/^\d{1,20}:[A-Za-z0-9_-]{20,80}$/, 'Must be the token of a Telegram bot.')

export const ConnectTelegram = z.object({
  token: Token.describe('The token of a Telegram bot. It is stored encrypted and never returned.'),
})
export type ConnectTelegram = z.infer<typeof ConnectTelegram>

export const UpdateTelegram = z.object({
  shareContact: z.boolean().describe("Include visitors' names, emails and phone numbers in messages to Telegram."),
})
export type UpdateTelegram = z.infer<typeof UpdateTelegram>

export const TelegramTested = z.object({ ok: z.boolean().describe('If false, `lastError` describes the problem.') })
export type TelegramTested = z.infer<typeof TelegramTested>

export const TelegramDeleted = z.object({ deleted: z.boolean().describe('False if no bot was connected.') })
export type TelegramDeleted = z.infer<typeof TelegramDeleted>
