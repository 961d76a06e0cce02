import { z } from 'zod'
import { Contact, ConversationStatus, PageContext } from './conversation.ts'
import { Home } from './home.ts'
import { ClientMessageId, Feedback, Message } from './message.ts'
import { Milliseconds } from './page.ts'
import { Captcha } from './session.ts'
import { PreChat } from './settings-section.ts'
import { text } from './text.ts'
import { Consent, Position, WidgetConfig } from './widget.ts'

/** What a page may say of itself and its visitor when it starts a chat. Nothing of it is vouched for. */
export const StartChat = z.object({
  message: text(4000, 1).optional(),
  contact: Contact.optional(),
  context: PageContext.optional(),
  clientMessageId: ClientMessageId.optional(),
  captcha: Captcha.optional(),
})
export type StartChat = z.infer<typeof StartChat>

const token = z.string().describe('Opaque; goes in `Authorization: Bearer` of every later request.')

/** The first event of a streamed answer, before the reply is written: the message is stored. */
export const ChatStored = z.object({ id: z.string(), token })
export type ChatStored = z.infer<typeof ChatStored>

/** The answer to a start and to a message, and the last event of a streamed one. */
export const ChatReply = z.object({ id: z.string(), token, messages: z.array(Message) })
export type ChatReply = z.infer<typeof ChatReply>

/** What was said so far, for a page that was loaded anew. */
export const ChatHistory = z.object({
  id: z.string(),
  status: ConversationStatus,
  ended: z.boolean(),
  writing: z.boolean().describe('A reply is being written; it arrives as an event.'),
  lastEventId: z.string().describe('Read events from here.'),
  person: z
    .object({ name: z.string().describe('Empty where the site shows no names.') })
    .nullable()
    .describe('Who of the team has the chat now; null while the assistant has it, or nobody.'),
  queue: z
    .object({ place: z.int().describe('1 is next.'), minutes: z.int().nullable() })
    .nullable()
    .describe('Where the visitor waits for a person; null where they do not.'),
  messages: z.array(
    Message.and(
      z.object({
        clientMessageId: z.string().nullable(),
        feedback: Feedback.nullable().describe('How the visitor rated it.'),
        seenAt: Milliseconds.nullable(),
      }),
    ),
  ),
})
export type ChatHistory = z.infer<typeof ChatHistory>

/** What a page needs to draw the chat of a site. */
export const ChatSite = z.object({
  id: z.string(),
  name: z.string(),
  botName: z.string(),
  accent: z.string(),
  position: Position,
  launcherIcon: z.string(),
  welcomeMessage: z.string(),
  starterQuestions: z.array(z.string()),
  locale: z.string(),
  home: Home,
  form: PreChat.describe('What is asked before the first message.'),
  live: z
    .boolean()
    .describe('Whether somebody of the team can come at this moment: live chat is on and open, and one is there.'),
  privacyUrl: z.string().nullable(),
  consent: Consent,
  captcha: z.string().nullable().describe('The public key of the bot challenge; null: none is asked.'),
  maxMessageLength: z.int(),
  sessionTtlHours: z.int(),
  widget: WidgetConfig.pick({ brand: true, launcher: true, teaser: true, flows: true, forms: true, strings: true }),
})
export type ChatSite = z.infer<typeof ChatSite>
