import { z } from 'zod'
import { ConversationListItem, ConversationStatus, snoozed } from './conversation.ts'
import { Milliseconds, wholeNumber } from './page.ts'
import { exact } from './text.ts'

/** The inbox counts conversations up to this number, which means that many or more. */
export const maxCounted = 1000

const count = z.int().min(0).max(maxCounted)

export const ConversationCounts = z
  .object({
    waiting: count,
    snoozed: count,
    mentions: count.describe('Conversations with a note that mentions you and that you have not seen since.'),
    missed: count.describe('Chats that nobody answered in time and nobody has taken care of since.'),
    mine: count.describe('Live chats assigned to you, without snoozed ones.'),
    unassigned: count.describe('Unassigned live chats, without snoozed ones.'),
    assistant: count,
    closed: count,
    all: count,
    spam: count,
    labels: z.record(z.string(), count).describe('Counts by label id.'),
    asOf: z.string().describe('Id of the last event included in the counts. Later events are not counted yet.'),
  })
  .meta({ id: 'ConversationCounts', description: 'Number of conversations per list. 1000 means 1000 or more.' })
export type ConversationCounts = z.infer<typeof ConversationCounts>

export const MarkRead = z
  .object({
    messageId: exact(64, 1).describe('The last message seen. A message older than the stored one changes nothing.'),
  })
  .meta({ id: 'MarkRead' })
export type MarkRead = z.infer<typeof MarkRead>

export const ReadMark = z
  .object({
    conversationId: z.string(),
    messageId: z.string().describe('The last message that you saw.'),
    unread: z.boolean(),
  })
  .meta({ id: 'ReadMark' })
export type ReadMark = z.infer<typeof ReadMark>

export const Block = z.object({ blocked: z.boolean() }).meta({ id: 'Block' })
export type Block = z.infer<typeof Block>

export const Blocked = z
  .object({
    conversationId: z.string(),
    blocked: z.boolean().describe('Whether an entry of `security.blockIps` now blocks the visitor.'),
    status: ConversationStatus,
  })
  .meta({ id: 'Blocked' })
export type Blocked = z.infer<typeof Blocked>

export const MissedPatch = z
  .object({ open: z.boolean().describe('`false` dismisses the entry, `true` undoes that.') })
  .meta({ id: 'MissedPatch' })
export type MissedPatch = z.infer<typeof MissedPatch>

export const Missed = z
  .object({
    conversationId: z.string(),
    missedAt: Milliseconds.nullable().describe('Null if it is not a missed chat, or no longer.'),
  })
  .meta({ id: 'Missed' })
export type Missed = z.infer<typeof Missed>

/** The longest snooze, in milliseconds. */
export const maxSnooze = 366 * 86_400_000

export const Snooze = z
  .object({
    until: z
      .union([z.int().min(0), z.enum(['tomorrow', 'message'])])
      .nullable()
      .describe(
        "A time in milliseconds since the epoch, within a year; `tomorrow` for 9:00 of the next day in the site's time zone; `message` " +
          "for the visitor's next message, which ends every snooze. Null ends it now.",
      ),
  })
  .meta({ id: 'Snooze' })
export type Snooze = z.infer<typeof Snooze>

export const Snoozed = z.object({ conversationId: z.string(), snoozed }).meta({ id: 'Snoozed' })
export type Snoozed = z.infer<typeof Snoozed>

export const AwayQuery = z.object({
  since: wholeNumber(0, Number.MAX_SAFE_INTEGER).describe('When you left, in milliseconds since the epoch.'),
})
export type AwayQuery = z.infer<typeof AwayQuery>

export const AwayConversation = z
  .object({
    id: z.string(),
    name: z.string().nullable().describe("The contact's name or email."),
    status: ConversationStatus,
  })
  .extend(ConversationListItem.pick({ lastMessage: true, lastVisitorMessage: true, lastAt: true }).shape)
  .meta({ id: 'AwayConversation' })
export type AwayConversation = z.infer<typeof AwayConversation>

export const Away = z
  .object({
    since: Milliseconds.describe('Start of the period. Events older than the log are not included.'),
    requested: count.describe('Number of requests for a person.'),
    answered: count.describe('Number of these conversations that a person answered or took over.'),
    missed: count.describe('Number of requests that nobody answered in time.'),
    closed: count,
    mine: z.array(AwayConversation).describe('Up to 20 of yours, including those returned to the queue since.'),
    missedList: z.array(AwayConversation).describe('Up to 20 that nobody answered in time.'),
  })
  .meta({ id: 'Away', description: 'What happened on the site. Counts stop at 1000, which means 1000 or more.' })
export type Away = z.infer<typeof Away>
