import { z } from 'zod'
import { PageUrl } from './address.ts'
import { AttributesPatch, isShortName, keysWithin, shortNameRule, shortTexts } from './attribute.ts'
import { Callback, CallbackStatus } from './callback.ts'
import { CourseFilter } from './course-filter.ts'
import { ConversationLabel, LabelRef, mostLabels } from './label.ts'
import { contactFields, LeadSingle, LeadStatus } from './lead.ts'
import { ClientMessageId, Message, mostMessageCharacters, Role, StoredMessage } from './message.ts'
import { Note } from './note.ts'
import { Milliseconds, wholeNumber } from './page.ts'
import { ConversationSummary } from './summary.ts'
import { clipped, exact, line, text } from './text.ts'

export const ConversationStatus = z
  .enum(['bot', 'live', 'closed'])
  .describe('bot: the assistant has it; live: a person has it, or is waited for.')
export type ConversationStatus = z.infer<typeof ConversationStatus>

export const Channel = z.enum(['widget', 'api']).describe('Where it was started. More values may come.')
export type Channel = z.infer<typeof Channel>

const id = z.string().describe('Begins with `conv_`.')
const metadata = z
  .record(z.string(), z.string())
  .nullable()
  .describe('What the start was given; the assistant never sees it.')
const externalId = z.string().nullable().describe('Your own id, as the start was given it.')
const assignee = z.string().nullable().describe('An email, `key:<key_id>` or `telegram:<id>`.')
const spam = z.boolean().describe('Marked as spam: in no list but that of spam.')
const waitingSince = Milliseconds.nullable().describe('Since when a visitor waits for a person; null when none does.')

const leadVerified = z
  .boolean()
  .nullable()
  .describe(
    'Whether the contact is known to be the visitor: the conversation created it, your site vouched for its email, or the ' +
      'team verified it. False: the visitor typed its email, and neither they nor the assistant get its details. Null ' +
      'without a contact.',
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
    callback: CallbackStatus.nullable().describe('Of its newest callback request.'),
    status: ConversationStatus,
    assignedTo: assignee,
    assignedName: z.string().nullable(),
    waitingSince,
    attributes: z.record(z.string(), z.string()),
    labels: z.array(LabelRef),
    externalId,
    metadata,
    spam,
    unread: z.boolean().describe('The visitor wrote since you last looked; false for a key.'),
    lastMessage: z.string().nullable().describe('The newest message that somebody wrote, cut to 200 characters.'),
    lastRole: Role.nullable().describe('Who wrote it.'),
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
    lead_claim: LeadClaim.nullable().describe('What the visitor typed while the contact was unverified.'),
    summary: z.string().nullable(),
    intent: z.string().nullable(),
    summarized_at: Milliseconds.nullable(),
    completed_at: Milliseconds.nullable(),
    ended_at: Milliseconds.nullable(),
    channel: Channel,
    status: ConversationStatus,
    assigned_to: assignee,
    assigned_name: z.string().nullable(),
    handover_at: Milliseconds.nullable().describe('When the visitor asked for a person, or one took it.'),
    waiting_since: waitingSince,
    closed_at: Milliseconds.nullable(),
    attributes: z.record(z.string(), z.string()),
    data: z.record(z.string(), z.unknown()).describe('What tools returned or saved, by the name of the tool.'),
    user: z.record(z.string(), z.unknown()).nullable().describe('The visitor, where verified as signed in.'),
    external_id: externalId,
    metadata,
    spam,
    blocked: z
      .boolean()
      .nullable()
      .describe('Whether the visitor is kept from writing; null where their address is not known, or no longer.'),
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
    messages: z.array(StoredMessage).describe('Of both sides, oldest first.'),
  })
  .meta({ id: 'ConversationAnswer' })
export type ConversationAnswer = z.infer<typeof ConversationAnswer>

export const ConversationsQuery = z.object({
  q: line(48).optional().describe('Searches messages, summaries and the details of the contact.'),
  filter: z
    .enum(['all', 'leads', 'unsummarized', 'callbacks', 'waiting', 'spam'])
    .default('all')
    .describe('`waiting`: the longest first. Spam is in `spam` alone.'),
  status: z.enum(['all', 'bot', 'live', 'closed']).default('all'),
  label: line(64, 1)
    .optional()
    .describe(
      'The id or the name of a label. A label that was renamed or deleted matches nothing, so that saved links still work.',
    ),
  assigned: line(254, 1).optional().describe('`me`, `none`, or an email of the team.'),
  externalId: exact(128, 1).optional(),
  before: exact(200, 1).optional().describe('The `next` of the page before.'),
  limit: wholeNumber(1, 100).default(30),
  ...CourseFilter.shape,
})
export type ConversationsQuery = z.infer<typeof ConversationsQuery>

const labelRefs = z.array(line(64, 1)).max(mostLabels).describe('Ids or names of labels.')

export const PatchConversation = z
  .object({
    attributes: AttributesPatch.optional(),
    labels: labelRefs.optional().describe('Ids or names: replaces all labels, before the other two.'),
    addLabels: labelRefs.optional(),
    removeLabels: labelRefs.optional(),
    spam: z.boolean().optional().describe('True takes it out of all lists but that of spam, and closes it.'),
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

const mostEntries = 20
const scalar = z.union([exact(1000), z.number(), z.boolean(), z.null()])
const atMost = (most: number) => keysWithin(most, isShortName, shortNameRule)

/** Contact details as a form or an integrator gives them: the known ones are checked, others are short texts. */
export const Contact = z
  .object({
    name: contactFields.name.optional(),
    email: z.union([contactFields.email, z.literal('')]).optional(),
    phone: contactFields.phone.optional(),
    company: contactFields.company.optional(),
    address: contactFields.address.optional(),
  })
  .catchall(exact(1000))
  .check(atMost(mostEntries))
  .meta({
    id: 'Contact',
    description: 'Up to 20 texts. An email that is known joins its contact; empty ones are left out.',
  })
export type Contact = z.infer<typeof Contact>

export const User = z
  .object({ id: z.union([exact(128, 1), z.number()]) })
  .catchall(scalar)
  .check(atMost(mostEntries + 1))
  .meta({ id: 'User', description: 'The signed-in visitor as your server knows them: an id and up to 20 more values.' })
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
  .meta({ id: 'PageContext', description: 'Where the visitor is. What is too long is cut, never refused.' })
export type PageContext = z.infer<typeof PageContext>

export const StartConversation = z
  .object({
    message: text(4000, 1).optional().describe('The first message; without one the answer is the greeting, if any.'),
    contact: Contact.optional(),
    user: User.optional(),
    context: PageContext.optional(),
    externalId: exact(128, 1).optional().describe('Your id for the conversation or the visitor.'),
    metadata: shortTexts(mostEntries).optional(),
    clientMessageId: ClientMessageId.optional(),
  })
  .meta({ id: 'StartConversation' })
export type StartConversation = z.infer<typeof StartConversation>

/** The id of the action that answers no message but asks for a person. */
export const personAction = 'person'

export const VisitorAction = z
  .object({
    id: exact(128, 1).describe('The message or the action that is answered; `person` asks for a person.'),
    value: exact(20_000).default('').describe('For a form: a JSON object as text, with an answer for each field.'),
    label: exact(200).optional().describe('What the visitor pressed, as shown.'),
  })
  .meta({ id: 'VisitorAction' })
export type VisitorAction = z.infer<typeof VisitorAction>

export const SendMessage = z
  .object({
    text: text(mostMessageCharacters, 1).optional().describe("At most the site's `maxMessageLength`."),
    action: VisitorAction.optional(),
    clientMessageId: ClientMessageId.optional(),
  })
  .refine((body) => (body.text === undefined) !== (body.action === undefined), {
    error: 'Send either text or action.',
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
