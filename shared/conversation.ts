import { z } from 'zod'
import { PageUrl } from './address.ts'
import { AttributesPatch, isShortName, keysWithin, shortNameRule, shortTexts } from './attribute.ts'
import { Callback, CallbackStatus } from './callback.ts'
import { EmailRefusal } from './email.ts'
import { HistoryFilter } from './history-filter.ts'
import { ConversationLabel, LabelRef, maxLabels } from './label.ts'
import { contactFields, LeadSingle, LeadStatus } from './lead.ts'
import { Author, ClientMessageId, Message, maxMessageCharacters, Role, StoredMessage } from './message.ts'
import { Note } from './note.ts'
import { Milliseconds, wholeNumber } from './page.ts'
import { VisitorPresence } from './presence.ts'
import { ConversationSummary } from './summary.ts'
import { clipped, exact, line, text } from './text.ts'

export const ConversationStatus = z
  .enum(['bot', 'live', 'closed'])
  .describe('bot: the assistant handles it. live: a person handles it, or the visitor is waiting for one.')
export type ConversationStatus = z.infer<typeof ConversationStatus>

export const Channel = z.enum(['widget', 'api']).describe('Where it was started. More values may be added.')
export type Channel = z.infer<typeof Channel>

const id = z.string().describe('Begins with `conv_`.')
const metadata = z
  .record(z.string(), z.string())
  .nullable()
  .describe('The metadata passed at the start. The assistant never sees it.')
const externalId = z.string().nullable().describe('Your own id, as passed at the start.')
const assignee = z.string().nullable().describe('An email, `key:<key_id>` or `telegram:<id>`.')
const spam = z.boolean().describe('Marked as spam. Spam appears in the spam list only.')
const waitingSince = Milliseconds.nullable().describe(
  'When the visitor began to wait for a person. Null if no one is waiting.',
)

const missedAt = Milliseconds.nullable().describe(
  'When a visitor who asked for a person was not answered in time. Null once somebody took over, replied, closed the ' +
    'conversation, completed its callback request or dismissed it.',
)

const replyEmail = z
  .string()
  .nullable()
  .describe('The address at which the visitor wants a written answer, because nobody was available. Unverified.')

export const ChatRating = z
  .object({
    rating: z.enum(['good', 'bad']),
    comment: z.string().nullable(),
    ratedAt: Milliseconds,
  })
  .meta({ id: 'ChatRating', description: 'How the visitor rated their chat with the team after it ended.' })
export type ChatRating = z.infer<typeof ChatRating>
export const snoozed = z
  .object({ until: Milliseconds.nullable().describe('Null: until the visitor writes.') })
  .nullable()
  .describe("Set while the conversation is snoozed. The visitor's next message ends every snooze.")

const leadVerified = z
  .boolean()
  .nullable()
  .describe(
    'Whether the contact is verified to be the visitor: the conversation created it, your site verified its email, or the ' +
      "team verified it. If false, the visitor only typed its email, and the contact's details are hidden from the visitor and " +
      'the assistant. Null if there is no contact.',
  )

export const LeadClaim = z
  .object({
    name: z.string().optional(),
    email: z.string().optional(),
    phone: z.string().optional(),
    company: z.string().optional(),
    address: z.string().optional(),
    fields: z.record(z.string(), z.string()).optional(),
  })
  .meta({ id: 'LeadClaim' })

const visitorPresence = VisitorPresence.nullable().describe('Only of a live chat in the widget; null if it is unknown.')

export const ConversationListItem = z
  .object({
    id,
    site: z.string(),
    startedAt: Milliseconds,
    lastAt: Milliseconds,
    pageUrl: z.string().nullable(),
    country: z.string().nullable(),
    firstMessage: z.string().nullable(),
    messageCount: z.int(),
    summary: z.string().nullable(),
    intent: z.string().nullable(),
    leadName: z.string().nullable(),
    leadEmail: z.string().nullable(),
    leadPhone: z.string().nullable(),
    leadStatus: LeadStatus.nullable(),
    leadVerified,
    callback: CallbackStatus.nullable().describe('Status of the newest callback request.'),
    status: ConversationStatus,
    assignedTo: assignee,
    assignedName: z.string().nullable(),
    waitingSince,
    visitorPresence,
    missedAt,
    replyEmail,
    snoozed,
    attributes: z.record(z.string(), z.string()),
    labels: z.array(LabelRef),
    externalId,
    metadata,
    spam,
    unread: z.boolean().describe('Whether the visitor has written since you last looked. Always false for a key.'),
    lastMessage: z
      .string()
      .nullable()
      .describe('The newest message of the visitor, assistant or team, truncated to 200 characters.'),
    lastVisitorMessage: z
      .string()
      .nullable()
      .describe("The visitor's newest message, truncated to 200 characters. Pressing the button for a person is none."),
    lastRole: Role.nullable().describe('Who wrote the newest message.'),
    lastAuthor: Author.nullable().describe('The team member who wrote it. Null for a visitor and the assistant.'),
    match: z
      .string()
      .nullable()
      .describe(
        'With `q`: the part of a message or the summary that contains it, up to 200 characters. Otherwise null.',
      ),
  })
  .meta({ id: 'ConversationListItem' })
export type ConversationListItem = z.infer<typeof ConversationListItem>

export const ConversationDetail = z
  .object({
    id,
    site_id: z.string(),
    started_at: Milliseconds,
    last_at: Milliseconds,
    page_url: z.string().nullable(),
    page_title: z.string().nullable(),
    referrer: z.string().nullable(),
    utm: z.string().nullable(),
    locale: z.string().nullable(),
    country: z.string().nullable(),
    first_message: z.string().nullable(),
    message_count: z.int(),
    lead_id: z.string().nullable(),
    lead_verified: leadVerified,
    lead_claim: LeadClaim.nullable().describe('What the visitor typed while the contact was not verified.'),
    summary: z.string().nullable(),
    intent: z.string().nullable(),
    summarized_at: Milliseconds.nullable(),
    completed_at: Milliseconds.nullable(),
    ended_at: Milliseconds.nullable(),
    channel: Channel,
    status: ConversationStatus,
    assigned_to: assignee,
    assigned_name: z.string().nullable(),
    handover_at: Milliseconds.nullable().describe('When the visitor asked for a person or a person took over.'),
    waiting_since: waitingSince,
    visitor_presence: visitorPresence,
    missed_at: missedAt,
    reply_email: replyEmail,
    email_replies: z
      .object({ to: z.string(), refusal: EmailRefusal.nullable() })
      .nullable()
      .describe(
        'Where the team’s replies go by email if the visitor has left, and why they do not arrive there. Null if the site sends no ' +
          'email to visitors, or no address is known.',
      ),
    rating: ChatRating.nullable(),
    page_attributes: z
      .record(z.string(), z.string())
      .nullable()
      .describe('Attributes that the page set with `Svc.setAttributes`. Unverified.'),
    snoozed,
    closed_at: Milliseconds.nullable(),
    undoable: z
      .boolean()
      .describe(
        'Whether it can be undone that the team closed it or handed it back: the visitor has not read the message about it.',
      ),
    attributes: z.record(z.string(), z.string()),
    data: z.record(z.string(), z.unknown()).describe('Results that tools returned or saved, by tool name.'),
    user: z.record(z.string(), z.unknown()).nullable().describe('The signed-in visitor, if verified.'),
    external_id: externalId,
    metadata,
    spam,
    blocked: z
      .boolean()
      .nullable()
      .describe('Whether the visitor is blocked. Null if their IP address is unknown or no longer stored.'),
  })
  .meta({ id: 'ConversationDetail' })
export type ConversationDetail = z.infer<typeof ConversationDetail>

export const ConversationAnswer = z
  .object({
    conversation: ConversationDetail,
    summary: ConversationSummary.nullable(),
    lead: LeadSingle.nullable(),
    callbacks: z.array(Callback),
    labels: z.array(ConversationLabel),
    notes: z.array(Note),
    messages: z.array(StoredMessage).describe('Messages of all parties, oldest first.'),
  })
  .meta({ id: 'ConversationAnswer' })
export type ConversationAnswer = z.infer<typeof ConversationAnswer>

export const ConversationsQuery = z.object({
  q: line(48).optional().describe('Searches messages, summaries and contact details.'),
  filter: z
    .enum(['all', 'leads', 'unsummarized', 'callbacks', 'waiting', 'missed', 'snoozed', 'mentions', 'spam'])
    .default('all')
    .describe(
      '`waiting` lists the longest wait first, `missed` the chats that nobody answered in time, newest first, `mentions` those of the ' +
        'last 1000 notes that mention you. Spam appears only in `spam`.',
    ),
  status: z.enum(['all', 'bot', 'live', 'closed']).default('all'),
  label: line(64, 1)
    .optional()
    .describe('Id or name of a label. A renamed or deleted label matches nothing, so that saved links keep working.'),
  assigned: line(254, 1).optional().describe('`me`, `none`, or the email of a team member.'),
  externalId: exact(128, 1).optional(),
  snoozed: z.enum(['true', 'false']).optional().describe('Only snoozed conversations, or only others.'),
  sort: z
    .enum(['date', 'relevance'])
    .default('date')
    .describe(
      'With `q`: `relevance` returns conversations of a contact whose name, email or phone number begins with it first, then those ' +
        'of contacts that contain it, then others. It returns one page; `next` is null.',
    ),
  before: exact(200, 1).optional().describe('`next` from the previous page.'),
  limit: wholeNumber(1, 100).default(30),
  ...HistoryFilter.shape,
})
export type ConversationsQuery = z.infer<typeof ConversationsQuery>

const labelRefs = z.array(line(64, 1)).max(maxLabels).describe('Ids or names of labels.')

export const PatchConversation = z
  .object({
    attributes: AttributesPatch.optional(),
    labels: labelRefs
      .optional()
      .describe('Ids or names. Replaces all labels before `addLabels` and `removeLabels` apply.'),
    addLabels: labelRefs.optional(),
    removeLabels: labelRefs.optional(),
    spam: z.boolean().optional().describe('True closes the conversation and moves it to the spam list.'),
  })
  .meta({ id: 'PatchConversation' })
export type PatchConversation = z.infer<typeof PatchConversation>

export const ConversationPatched = z
  .object({
    id,
    labels: z.array(ConversationLabel),
    attributes: z.record(z.string(), z.string()),
    data: z.record(z.string(), z.unknown()),
    notes: z.array(Note),
    spam,
  })
  .meta({ id: 'ConversationPatched' })
export type ConversationPatched = z.infer<typeof ConversationPatched>

const maxEntries = 20
const scalar = z.union([exact(1000), z.number(), z.boolean(), z.null()])
const atMost = (max: number) => keysWithin(max, isShortName, shortNameRule)

/** Contact details from a form or an integration. Known fields are validated; others are short strings. */
export const Contact = z
  .object({
    name: contactFields.name.optional(),
    email: z.union([contactFields.email, z.literal('')]).optional(),
    phone: contactFields.phone.optional(),
    company: contactFields.company.optional(),
    address: contactFields.address.optional(),
  })
  .catchall(exact(1000))
  .check(atMost(maxEntries))
  .meta({
    id: 'Contact',
    description: 'Up to 20 strings. A known email links the existing contact. Empty values are ignored.',
  })
export type Contact = z.infer<typeof Contact>

export const User = z
  .object({ id: z.union([exact(128, 1), z.number()]) })
  .catchall(scalar)
  .check(atMost(maxEntries + 1))
  .meta({
    id: 'User',
    description:
      'The signed-in visitor as your server knows them: an id and up to 20 other values. A claim if the key lacks `leads:read`.',
  })
export type User = z.infer<typeof User>

export const PageContext = z
  .object({
    pageUrl: PageUrl.optional(),
    pageTitle: clipped(300).optional(),
    referrer: PageUrl.optional(),
    locale: clipped(35).optional(),
    timezone: clipped(64).optional(),
    utm: clipped(500).optional(),
  })
  .meta({
    id: 'PageContext',
    description: 'The page that the visitor is on. Long values are truncated, never rejected.',
  })
export type PageContext = z.infer<typeof PageContext>

export const StartConversation = z
  .object({
    message: text(4000, 1)
      .optional()
      .describe('The first message. Without it, the response is the greeting, if the site has one.'),
    contact: Contact.optional(),
    user: User.optional(),
    context: PageContext.optional(),
    externalId: exact(128, 1).optional().describe('Your own id for the conversation or the visitor.'),
    metadata: shortTexts(maxEntries).optional(),
    clientMessageId: ClientMessageId.optional(),
  })
  .meta({ id: 'StartConversation' })
export type StartConversation = z.infer<typeof StartConversation>

/** The id of the action that asks for a person. It answers no message. */
export const personAction = 'person'

/** The prefix of the id of an action that answers a flow. It answers no message. */
export const flowAction = 'flow:'

export const VisitorAction = z
  .object({
    id: exact(128, 1).describe(
      'Id of the message or action being answered. `person` asks for a person, `flow:` and its id answers a flow that makes a job.',
    ),
    value: exact(20_000)
      .default('')
      .describe('For a form or a flow: a JSON object as a string, with one value per field or step.'),
    label: exact(200).optional().describe('The label of the button that the visitor pressed.'),
  })
  .meta({ id: 'VisitorAction' })
export type VisitorAction = z.infer<typeof VisitorAction>

export const SendMessage = z
  .object({
    text: text(maxMessageCharacters, 1).optional().describe("At most the site's `maxMessageLength`."),
    action: VisitorAction.optional(),
    clientMessageId: ClientMessageId.optional(),
    regenerate: z
      .boolean()
      .optional()
      .describe(
        'With the `clientMessageId` of an earlier message: if its reply was stopped early, the reply is written again and replaces it.',
      ),
  })
  .refine((body) => (body.text === undefined) !== (body.action === undefined), {
    error: 'Send either `text` or `action`.',
    path: ['text'],
  })
  .meta({ id: 'SendMessage', description: 'Either `text` or `action`.' })
export type SendMessage = z.infer<typeof SendMessage>

export const ConversationStarted = z
  .object({ id, messages: z.array(Message), externalId, metadata })
  .meta({ id: 'ConversationStarted' })
export type ConversationStarted = z.infer<typeof ConversationStarted>

export const Reply = z.object({ id, messages: z.array(Message) }).meta({ id: 'Reply' })
export type Reply = z.infer<typeof Reply>

export const ConversationEnded = z.object({ id, ended: z.literal(true) }).meta({ id: 'ConversationEnded' })

export const ConversationVerified = z
  .object({ id, leadId: z.string(), leadVerified: z.literal(true) })
  .meta({ id: 'ConversationVerified' })
export type ConversationVerified = z.infer<typeof ConversationVerified>
