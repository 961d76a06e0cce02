import { z } from 'zod'
import { Email } from './address.ts'
import { shortTexts } from './attribute.ts'
import { ChatRating, Contact, ConversationStatus, PageContext } from './conversation.ts'
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
 * The visitor's identity as given by the page. Name and email are unverified. A token, signed by the site's server with
 * the site's identity secret, verifies them.
 */
export const ChatIdentity = z
  .object({
    name: contactFields.name.optional(),
    email: z.union([contactFields.email, z.literal('')]).optional(),
    token: exact(4000)
      .optional()
      .describe(
        'A JWT signed with HS256, with the claims sub, aud (the site id) and exp, and optional further claims.',
      ),
  })
  .refine(({ name, email, token }) => Boolean(name || email || token), 'Send name, email or token.')
export type ChatIdentity = z.infer<typeof ChatIdentity>

/** Why a token was ignored, so that the developer who signs tokens can find the mistake. */
export const IdentityFault = z.enum(['malformed', 'algorithm', 'signature', 'audience', 'claims', 'time', 'expired'])
export type IdentityFault = z.infer<typeof IdentityFault>

export const Verification = z.object({
  verified: z.boolean().describe('Whether a token verified the visitor.'),
  reason: IdentityFault.optional().describe('Why the token was ignored. Omitted if there was no token or it is valid.'),
})
export type Verification = z.infer<typeof Verification>

const PageAttributes = shortTexts(20)

/** What a page sends to start a chat. Only a token in `identity` verifies the visitor. */
export const StartChat = z.object({
  message: text(4000, 1).optional(),
  contact: Contact.optional(),
  context: PageContext.optional(),
  clientMessageId: ClientMessageId.optional(),
  captcha: Captcha.optional(),
  startId: exact(64, 16)
    .optional()
    .describe(
      'A random secret of the page, 128 bits. Repeating a start with a message and the same `startId` creates no second chat. The greeting that the page showed is then stored before the message.',
    ),
  identity: ChatIdentity.optional(),
  attributes: PageAttributes.optional().describe('What the page claims about its visitor, for the team.'),
})
export type StartChat = z.infer<typeof StartChat>

const token = z.string().describe('Opaque. Send it as `Authorization: Bearer` with all later requests.')

/** The first event of a streamed response: the message is stored, and the reply has not been written yet. */
export const ChatStored = z.object({
  id: z.string(),
  token,
  now: Milliseconds.describe("The server's clock, because the device's clock may be wrong."),
  messages: z.array(Message).optional().describe("On start: the greeting, before the visitor's message."),
})
export type ChatStored = z.infer<typeof ChatStored>

/** The response to a start or a message, and the last event of a streamed response. */
export const ChatReply = z.object({
  id: z.string(),
  token,
  messages: z.array(Message),
  identity: Verification.optional().describe('On a start with an identity.'),
})
export type ChatReply = z.infer<typeof ChatReply>

/** POST /chat/resume: a page opens the link of an email. */
export const OpenChatLink = z.object({ site: z.string().max(100).optional(), link: exact(1000, 1) })
export type OpenChatLink = z.infer<typeof OpenChatLink>
export const ChatAccess = ChatReply.pick({ id: true, token: true })
export type ChatAccess = z.infer<typeof ChatAccess>

/** POST …/transcript: the visitor gets the chat by email. */
export const EmailTranscript = z.object({
  to: Email.optional().describe('Default: the address that is known of the visitor. 400 if none is.'),
})
export type EmailTranscript = z.infer<typeof EmailTranscript>
export const TranscriptEmailed = z.object({ id: z.string(), to: z.string() })
export type TranscriptEmailed = z.infer<typeof TranscriptEmailed>

/** POST …/feedback: the visitor rates a reply of the assistant or the team. `cleared` removes the rating. */
export const RateReply = z.object({ messageId, rating: z.enum(['up', 'down', 'cleared']) })
export type RateReply = z.infer<typeof RateReply>

export const ReplyRated = RateReply.extend({ id: z.string() })
export type ReplyRated = z.infer<typeof ReplyRated>

/** POST …/rating: the visitor rates a chat in which a person answered. A later rating replaces it. */
export const RateChat = z.object({ rating: ChatRating.shape.rating, comment: text(1000).optional() })
export type RateChat = z.infer<typeof RateChat>

export const ChatRated = z.object({ id: z.string(), rating: RateChat.shape.rating, comment: z.string().nullable() })
export type ChatRated = z.infer<typeof ChatRated>

/**
 * The response to POST …/leave: the visitor left the queue (`bot`: the assistant answers again) or ended a live chat
 * (`closed`).
 */
export const ChatLeft = z.object({ id: z.string(), status: ConversationStatus })
export type ChatLeft = z.infer<typeof ChatLeft>

/** POST …/attributes: what the page claims about its visitor, for the team. Empty values are removed. */
export const SetPageAttributes = z.object({ attributes: PageAttributes })
export type SetPageAttributes = z.infer<typeof SetPageAttributes>

export const PageAttributesSet = z.object({ id: z.string(), attributes: z.record(z.string(), z.string()) })
export type PageAttributesSet = z.infer<typeof PageAttributesSet>

/** POST …/seen: the visitor has seen all messages up to and including this one. */
export const SeeMessages = z.object({ messageId })
export type SeeMessages = z.infer<typeof SeeMessages>

export const MessagesSeen = z.object({
  id: z.string(),
  seen: z.int().describe('Number of messages newly marked as seen.'),
})
export type MessagesSeen = z.infer<typeof MessagesSeen>

/** The response to POST …/identify. An ignored token does not change the visitor. */
export const Identified = Verification.extend({ id: z.string() })
export type Identified = z.infer<typeof Identified>

/** The response to POST …/erase, which deletes the chat with its messages. Later requests return 404. */
export const ChatErased = z.object({ id: z.string(), deleted: z.literal(true) })
export type ChatErased = z.infer<typeof ChatErased>

/** The chat so far, for a page that was reloaded. */
export const ChatHistory = z.object({
  id: z.string(),
  status: ConversationStatus,
  ended: z.boolean(),
  writing: z.boolean().describe('Whether a reply is being written. It arrives as an event.'),
  lastEventId: z.string().describe('Read events from this id onwards.'),
  person: z
    .object({ name: z.string().describe('Empty if the site hides names.') })
    .nullable()
    .describe('The team member who handles the chat. Null if the assistant or nobody does.'),
  rating: ChatRating.shape.rating.nullable().describe('How the visitor rated the chat with the team.'),
  queue: z
    .object({ place: z.int().describe('Position in the queue; 1 is next.'), minutes: z.int().nullable() })
    .nullable()
    .describe('Null unless the visitor is waiting for a person.'),
  messages: z.array(
    Message.and(
      z.object({
        clientMessageId: z.string().nullable(),
        feedback: Feedback.nullable().describe("The visitor's rating."),
        seenAt: Milliseconds.nullable(),
      }),
    ),
  ),
})
export type ChatHistory = z.infer<typeof ChatHistory>

/** What a page needs to render the chat of a site. */
export const ChatSite = z.object({
  id: z.string(),
  name: z.string(),
  botName: z.string(),
  accent: z.string(),
  onAccent: z.string().describe('The text colour on the accent colour.'),
  colours: z.record(z.string(), z.string()).describe('Readable colours of the accent, as CSS custom properties.'),
  position: Position,
  launcherIcon: z.string().describe('The path of a shape in a square of 24, or a text such as an emoji.'),
  welcomeMessage: z.string(),
  starterQuestions: z.array(z.string()),
  locale: z.string(),
  home: Home,
  form: PreChat.describe('The form shown before the first message.'),
  live: z
    .boolean()
    .describe(
      'Whether somebody on the team is available: live chat is on, within opening hours, and at least one person is online.',
    ),
  privacyUrl: z.string().nullable(),
  consent: Consent,
  captcha: z.string().nullable().describe('The public key of the bot challenge; null if there is none.'),
  notLoaded: z.string().describe('Label of the launcher if the chat fails to load.'),
  openChat: z.string().describe('Label of the launcher before the chat is loaded.'),
  maxMessageLength: z.int(),
  files: z
    .object({ when: z.enum(['live', 'always']), maxMb: z.int() })
    .optional()
    .describe('When visitors may send files, and how large ones. Omitted if never.'),
  bookings: z
    .object({
      mode: z.enum(['link', 'picker']),
      label: z.string(),
      link: z.string().nullable(),
      title: z.string(),
      phone: z.enum(['no', 'optional', 'required']),
      duration: z.int().describe('Minutes.'),
      timezone: z.string().describe('The zone of the business.'),
    })
    .optional()
    .describe('How visitors book appointments. Omitted if they cannot.'),
  emails: z.boolean().optional().describe('Whether visitors can have their chat emailed. Omitted if not.'),
  sessionTtlHours: z.int(),
  widget: z
    .object(widgetLook)
    .partial()
    .describe('Empty values are omitted, and so are brand tokens that the widget does not know.'),
})
export type ChatSite = z.infer<typeof ChatSite>
