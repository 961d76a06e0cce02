import { z } from 'zod'
import { Contact, ConversationStatus, PageContext } from './conversation.ts'
import { Home } from './home.ts'
import { contactFields } from './lead.ts'
import { ClientMessageId, Feedback, Message } from './message.ts'
import { Milliseconds } from './page.ts'
import { Captcha } from './session.ts'
import { PreChat } from './settings-section.ts'
import { exact, text } from './text.ts'
import { Consent, Position, widgetLook } from './widget.ts'

const messageId = exact(64, 1)

/**
 * What a page says of its visitor. Name and email are a claim; a token, made by the site's own server with the site's
 * identity secret, vouches for them.
 */
export const ChatIdentity = z
  .object({
    name: contactFields.name.optional(),
    email: z.union([contactFields.email, z.literal('')]).optional(),
    token: exact(4000).optional().describe('A JWT: HS256, with sub, aud (the site), exp, and further claims.'),
  })
  .refine(({ name, email, token }) => Boolean(name || email || token), 'Send name, email or token.')
export type ChatIdentity = z.infer<typeof ChatIdentity>

/** Why a token was ignored. Whoever signs tokens finds the fault by it. */
export const IdentityFault = z.enum(['malformed', 'algorithm', 'signature', 'audience', 'claims', 'time', 'expired'])
export type IdentityFault = z.infer<typeof IdentityFault>

export const Verification = z.object({
  verified: z.boolean().describe('The visitor is vouched for by a token.'),
  reason: IdentityFault.optional().describe('Why the token was ignored; left out where there was none, or it is good.'),
})
export type Verification = z.infer<typeof Verification>

/** What a page may say of itself and its visitor when it starts a chat. Nothing but a token in `identity` is vouched for. */
export const StartChat = z.object({
  message: text(4000, 1).optional(),
  contact: Contact.optional(),
  context: PageContext.optional(),
  clientMessageId: ClientMessageId.optional(),
  captcha: Captcha.optional(),
  startId: exact(64, 16)
    .optional()
    .describe(
      'A secret of the page, of 128 random bits: a start with a message that is repeated with it begins no other chat. With it, the greeting that the page showed is stored before the message.',
    ),
  identity: ChatIdentity.optional(),
})
export type StartChat = z.infer<typeof StartChat>

const token = z.string().describe('Opaque; goes in `Authorization: Bearer` of every later request.')

/** The first event of a streamed answer, before the reply is written: the message is stored. */
export const ChatStored = z.object({
  id: z.string(),
  token,
  now: Milliseconds.describe("The server's clock. The device's clock may be wrong."),
  messages: z.array(Message).optional().describe('Of a start: what greets the visitor, before their message.'),
})
export type ChatStored = z.infer<typeof ChatStored>

/** The answer to a start and to a message, and the last event of a streamed one. */
export const ChatReply = z.object({
  id: z.string(),
  token,
  messages: z.array(Message),
  identity: Verification.optional().describe('Of a start with an identity.'),
})
export type ChatReply = z.infer<typeof ChatReply>

/** POST …/feedback: how the visitor rates a reply of the assistant or of a person; `cleared` takes the rating back. */
export const RateReply = z.object({ messageId, rating: z.enum(['up', 'down', 'cleared']) })
export type RateReply = z.infer<typeof RateReply>

export const ReplyRated = RateReply.extend({ id: z.string() })
export type ReplyRated = z.infer<typeof ReplyRated>

/** POST …/seen: the visitor has seen what was written to them, up to and with this message. */
export const SeeMessages = z.object({ messageId })
export type SeeMessages = z.infer<typeof SeeMessages>

export const MessagesSeen = z.object({ id: z.string(), seen: z.int().describe('How many were not seen before.') })
export type MessagesSeen = z.infer<typeof MessagesSeen>

/** POST …/identify answers so. A token that is ignored leaves the visitor who they were. */
export const Identified = Verification.extend({ id: z.string() })
export type Identified = z.infer<typeof Identified>

/** POST …/erase: the chat with all that was said in it is deleted; afterwards it is 404. GET …/transcript is a text file. */
export const ChatErased = z.object({ id: z.string(), deleted: z.literal(true) })
export type ChatErased = z.infer<typeof ChatErased>

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
  onAccent: z.string().describe('The colour of text on the accent.'),
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
  notLoaded: z.string().describe('The name of the button when the chat cannot be loaded.'),
  openChat: z.string().describe('The name of the button until the words of the chat are loaded.'),
  maxMessageLength: z.int(),
  sessionTtlHours: z.int(),
  widget: z.object(widgetLook).partial().describe('Without what is empty; of the tokens only those that there are.'),
})
export type ChatSite = z.infer<typeof ChatSite>
