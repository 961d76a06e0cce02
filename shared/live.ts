import { z } from 'zod'
import { ConversationStatus } from './conversation.ts'
import { StoredMessage } from './message.ts'
import { Milliseconds } from './page.ts'
import { exact, text } from './text.ts'

const conversationId = z.string().describe('Begins with `conv_`.')
const assignedTo = z.string().nullable().describe('An email, `key:<key_id>` or `telegram:<id>`; null: nobody.')
const assignedName = z.string().nullable()

export const LiveStatus = z
  .object({
    enabled: z.boolean().describe('Whether the site has live chat on.'),
    hub: z.boolean().describe('Whether dashboards are told at once what happens.'),
    available: z.int().describe('People with an open dashboard that is set to available.'),
    agents: z.array(z.object({ email: z.string(), name: z.string().nullable(), available: z.boolean() })),
    telegram: z.object({ connected: z.boolean(), linked: z.boolean() }),
    live: z.int(),
    unassigned: z.int(),
    waiting: z.int(),
    mine: z.int(),
    capacity: z.int().describe('How many live chats a person is given at most.'),
    waitSeconds: z.int().describe('How long a visitor is to wait for a person at most.'),
  })
  .meta({ id: 'LiveStatus' })
export type LiveStatus = z.infer<typeof LiveStatus>

export const TeamReply = z
  .object({
    text: text(4000, 1),
    lastSeenMessageId: exact(64, 1)
      .optional()
      .describe(
        'The last message that the writer saw. Where somebody wrote since, nothing is sent and the answer is 409.',
      ),
    force: z.boolean().default(false).describe('Sends all the same.'),
  })
  .meta({ id: 'TeamReply' })
export type TeamReply = z.infer<typeof TeamReply>

/** What stands beside the error of a reply that was held back. */
export const Unseen = z.object({ unseen: z.array(StoredMessage) })
export type Unseen = z.infer<typeof Unseen>

export const TakeConversation = z
  .object({
    assignedTo: exact(254, 1)
      .nullable()
      .optional()
      .describe(
        'Who had it when you decided to take it over; null: nobody. Where somebody else has it by now, the answer is 409. ' +
          'Left out, it is 409 only where somebody else took it over within the last three seconds.',
      ),
  })
  .meta({ id: 'TakeConversation' })
export type TakeConversation = z.infer<typeof TakeConversation>

export const Takeover = z
  .object({ conversationId, status: ConversationStatus, assignedTo, assignedName })
  .meta({ id: 'Takeover' })
export type Takeover = z.infer<typeof Takeover>

export const Assign = z
  .object({ to: exact(254, 1).nullable().describe('`me`, an email of the team (admins), or null for nobody.') })
  .meta({ id: 'Assign' })
export type Assign = z.infer<typeof Assign>

export const Assigned = z.object({ conversationId, assignedTo, assignedName }).meta({ id: 'Assigned' })
export type Assigned = z.infer<typeof Assigned>

export const Closed = z
  .object({ conversationId, status: ConversationStatus, closedAt: Milliseconds.nullable() })
  .meta({ id: 'Closed' })
export type Closed = z.infer<typeof Closed>

export const HandedBack = z.object({ conversationId, status: ConversationStatus }).meta({ id: 'HandedBack' })
export type HandedBack = z.infer<typeof HandedBack>
