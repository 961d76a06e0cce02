import { z } from 'zod'
import { ConversationListItem, ConversationStatus } from './conversation.ts'
import { Milliseconds, wholeNumber } from './page.ts'
import { exact } from './text.ts'

/** As far as the lists of the inbox are counted: this many means that or more. */
export const mostCounted = 1000

const count = z.int().min(0).max(mostCounted)

export const ConversationCounts = z
  .object({
    waiting: count,
    mine: count.describe('Live ones that are yours.'),
    unassigned: count.describe('Live ones that nobody has.'),
    assistant: count,
    closed: count,
    all: count,
    spam: count,
    labels: z.record(z.string(), count).describe('By the id of the label.'),
    asOf: z.string().describe('The id of the last event that they hold: what came after it is not counted yet.'),
  })
  .meta({ id: 'ConversationCounts', description: 'How many each list holds; 1000 means that or more.' })
export type ConversationCounts = z.infer<typeof ConversationCounts>

export const MarkRead = z
  .object({
    messageId: exact(64, 1).describe('The last message that was seen. An earlier one than before changes nothing.'),
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
    blocked: z.boolean().describe('Whether an entry of `security.blockIps` keeps the visitor out now.'),
    status: ConversationStatus,
  })
  .meta({ id: 'Blocked' })
export type Blocked = z.infer<typeof Blocked>

export const AwayQuery = z.object({
  since: wholeNumber(0, Number.MAX_SAFE_INTEGER).describe('Milliseconds since the epoch: when you left.'),
})
export type AwayQuery = z.infer<typeof AwayQuery>

export const AwayConversation = z
  .object({
    id: z.string(),
    name: z.string().nullable().describe("The contact's name or email."),
    status: ConversationStatus,
  })
  .extend(ConversationListItem.pick({ lastMessage: true, lastAt: true }).shape)
  .meta({ id: 'AwayConversation' })
export type AwayConversation = z.infer<typeof AwayConversation>

export const Away = z
  .object({
    since: Milliseconds.describe('As far back as the events are kept.'),
    requested: count.describe('How often visitors asked for a person.'),
    answered: count.describe('How many of these conversations a person answered or took.'),
    missed: count.describe('How often nobody came in time.'),
    closed: count,
    mine: z.array(AwayConversation).describe('Up to 20 of yours, also those that went back to the queue meanwhile.'),
    missedList: z.array(AwayConversation).describe('Up to 20 in which nobody came.'),
  })
  .meta({ id: 'Away', description: 'What happened on the site. Counts go up to 1000: that means so many or more.' })
export type Away = z.infer<typeof Away>
