import { z } from 'zod'
import { ConversationStatus } from './conversation.ts'
import { StoredMessage } from './message.ts'
import { Milliseconds } from './page.ts'
import { exact, text } from './text.ts'

const conversationId = z.string().describe('Begins with `conv_`.')
const assignedTo = z.string().nullable().describe('An email, `key:<key_id>` or `telegram:<id>`; null if unassigned.')
const assignedName = z.string().nullable()

export const LiveStatus = z
  .object({
    enabled: z.boolean().describe('Whether live chat is enabled for the site.'),
    hub: z.boolean().describe('Whether dashboards receive events instantly.'),
    available: z.int().describe('Team members with an open dashboard that is set to available.'),
    agents: z.array(z.object({ email: z.string(), name: z.string().nullable(), available: z.boolean() })),
    telegram: z.object({ connected: z.boolean(), linked: z.boolean() }),
    live: z.int(),
    unassigned: z.int(),
    waiting: z.int(),
    mine: z.int(),
    capacity: z.int().describe('Maximum number of live chats per person.'),
    waitSeconds: z.int().describe('Maximum time in seconds that a visitor waits.'),
  })
  .meta({ id: 'LiveStatus' })
export type LiveStatus = z.infer<typeof LiveStatus>

export const TeamReply = z
  .object({
    text: text(4000, 1),
    lastSeenMessageId: exact(64, 1)
      .optional()
      .describe(
        'The last message that the author saw. If there are newer messages, nothing is sent and the response is 409.',
      ),
    original: text(4000, 1)
      .optional()
      .describe('The text before it was translated. Only the team sees it, as `payload.original` of the message.'),
    force: z.boolean().default(false).describe('Sends the reply even if there are newer messages.'),
  })
  .meta({ id: 'TeamReply' })
export type TeamReply = z.infer<typeof TeamReply>

/** The extra field in the 409 response to a reply that was not sent. */
export const Unseen = z.object({ unseen: z.array(StoredMessage) })
export type Unseen = z.infer<typeof Unseen>

export const TakeConversation = z
  .object({
    assignedTo: exact(254, 1)
      .nullable()
      .optional()
      .describe(
        'Who handled the conversation when you decided to take it over; null for nobody. If someone else handles it by now, the response is 409. ' +
          'Without it, the response is 409 only if someone else took over within the last three seconds.',
      ),
  })
  .meta({ id: 'TakeConversation' })
export type TakeConversation = z.infer<typeof TakeConversation>

export const Takeover = z
  .object({ conversationId, status: ConversationStatus, assignedTo, assignedName })
  .meta({ id: 'Takeover' })
export type Takeover = z.infer<typeof Takeover>

export const Assign = z
  .object({
    to: exact(254, 1).nullable().describe('`me`, the email of a team member (admins only), or null to unassign.'),
  })
  .meta({ id: 'Assign' })
export type Assign = z.infer<typeof Assign>

export const Assigned = z.object({ conversationId, assignedTo, assignedName }).meta({ id: 'Assigned' })
export type Assigned = z.infer<typeof Assigned>

export const Closed = z
  .object({ conversationId, status: ConversationStatus, closedAt: Milliseconds.nullable() })
  .meta({ id: 'Closed' })
export type Closed = z.infer<typeof Closed>

export const Undone = z
  .object({ conversationId, status: ConversationStatus, assignedTo, assignedName })
  .meta({ id: 'Undone' })
export type Undone = z.infer<typeof Undone>

export const HandedBack = z.object({ conversationId, status: ConversationStatus }).meta({ id: 'HandedBack' })
export type HandedBack = z.infer<typeof HandedBack>
