import { z } from 'zod'
import * as data from './event-data.ts'
import type { Scope } from './scope.ts'
import { IsoTime } from './time.ts'

type Definition = {
  /** Who may receive it: only the team, or the visitor of the conversation too. */
  to: 'team' | 'both'
  /** The scope that a team member or key needs to read it. */
  scope: Scope
  /** Sent to webhooks and `GET /events`. Otherwise only Frontdesk's own clients receive it. */
  public: boolean
  /** Stored in the event log, with an id to resume from. Other events are ephemeral. */
  stored: boolean
  description: string
  data: z.ZodObject
  /** The fields that visitors may see. The others identify team members. */
  visitor: readonly string[]
  /** Concerns the whole deployment and is published on every site. */
  everywhere?: true
  /**
   * Who the email in the event identifies: only they receive it (`alone`), or they receive it too, regardless of scopes
   * (`too`).
   */
  person?: 'alone' | 'too'
}

const definition =
  <Public extends boolean, Stored extends boolean>(isPublic: Public, stored: Stored) =>
  <Data extends z.ZodObject>(
    scope: Scope,
    description: string,
    schema: Data,
    visitor: readonly (keyof z.output<Data> & string)[] = [],
  ) => ({
    to: visitor.length > 0 ? ('both' as const) : ('team' as const),
    scope,
    public: isPublic,
    stored,
    description,
    data: schema,
    visitor,
  })

const open = definition(true, true)
const internal = definition(false, true)
const momentary = definition(false, false)

const chats = 'conversations:read'
const chat = ['conversationId'] as const

/** All events and who may receive them. Webhooks, the event log and live clients are derived from this map. */
export const events = {
  'conversation.started': open(chats, 'A visitor opened a chat.', data.conversationStarted),
  'message.received': open(chats, 'A visitor sent a message.', data.messageReceived),
  'message.sent': open(chats, 'The assistant or a team member replied.', data.messageSent, [
    'conversationId',
    'messages',
    'replaces',
  ]),
  'lead.captured': open(
    'leads:read',
    'Contact details were received. Can repeat for the same email.',
    data.leadCaptured,
  ),
  'callback.requested': open('callbacks:read', 'A visitor asked to be called back.', data.callbackRequested),
  'callback.updated': open(
    'callbacks:read',
    'A callback was completed, dismissed or reopened, or its note changed.',
    data.callbackUpdated,
  ),
  'lead.updated': open('leads:read', 'Status, details, notes or attributes of a contact changed.', data.leadUpdated),
  'feedback.received': open(chats, 'A visitor rated a reply.', data.feedbackReceived),
  'conversation.completed': open(
    chats,
    'A conversation became inactive or its live chat was closed. Sent again if the visitor returns, also to retry a message whose reply failed.',
    data.conversationCompleted,
  ),
  'handover.requested': open(chats, 'A visitor asked for a person.', data.handoverRequested, chat),
  'handover.missed': open(chats, 'Nobody took a live chat in time.', data.ofConversation, chat),
  'handover.ended': open(
    chats,
    'A team member handed the chat back to the assistant, or the visitor left the queue.',
    data.handoverEnded,
    chat,
  ),
  'conversation.assigned': open(
    chats,
    'A chat was taken over, assigned or unassigned.',
    data.conversationAssigned,
    chat,
  ),
  'conversation.closed': open(
    chats,
    'The team closed a chat, the visitor ended a live chat, or it became inactive.',
    data.conversationClosed,
    ['conversationId', 'reason', 'wasLive'],
  ),
  'conversation.unsnoozed': open(chats, 'A snoozed conversation returned.', data.conversationUnsnoozed),
  'conversation.summarized': open(chats, 'A requested summary was written.', data.conversationSummarized),
  'conversation.ended': open(chats, 'A conversation was ended permanently.', data.ofConversation, chat),
  'job.created': open('jobs:read', 'A job was created.', data.ofJob),
  'job.updated': open('jobs:read', 'Title, details, fields, value, due date or assignee changed.', data.ofJob),
  'job.stage_changed': open('jobs:read', 'A job moved to another stage.', data.jobStageChanged),
  'job.won': open('jobs:read', 'A job reached a won stage.', data.ofJob),
  'job.lost': open('jobs:read', 'A job reached a lost stage.', data.jobLost),
  'appointment.created': open('jobs:read', 'An appointment was booked or found in the calendar.', data.ofAppointment),
  'appointment.updated': open('jobs:read', 'An appointment moved or changed.', data.appointmentUpdated),
  'appointment.cancelled': open(
    'jobs:read',
    'An appointment was cancelled, in Frontdesk or in the calendar.',
    data.appointmentCancelled,
  ),
  'appointment.reminder': open('jobs:read', 'An appointment begins within 24 hours.', data.ofAppointment),
  'budget.warning': open('analytics:read', '80 percent of the daily AI budget is used.', data.budget),
  'budget.exhausted': open('analytics:read', 'The daily AI budget is used up.', data.budget),
  'knowledge.crawl.finished': open('knowledge:read', 'A crawl of the website finished.', data.crawlFinished),
  'knowledge.file.processed': open('knowledge:read', 'A file was processed: learned or failed.', data.fileProcessed),
  'knowledge.gap': open(
    'knowledge:read',
    'A visitor asked a question that the knowledge does not cover.',
    data.knowledgeGap,
  ),
  'test.ping': open(chats, 'A webhook endpoint was tested.', data.testPing),

  'conversation.changed': internal(chats, 'A conversation changed.', data.changed),
  'message.changed': internal(chats, 'A message was added or changed.', data.changedMessage, ['id', 'conversationId']),
  'note.changed': internal(chats, 'A note was created, changed or deleted.', data.changedNote),
  'label.changed': internal(chats, 'A label was created, changed or deleted.', data.changed),
  'job.changed': internal(
    'jobs:read',
    'A job changed its place in its stage, its notes or its files, or was deleted.',
    data.changed,
  ),
  'calendar.synced': internal(
    'jobs:read',
    'The synced calendar was read, and busy time may have changed.',
    data.changed,
  ),
  'pipeline.changed': internal('jobs:read', 'Stages, fields or currency of the pipeline changed.', data.changed),
  'lead.changed': internal('leads:read', 'A contact was deleted.', data.changed),
  'contact-tag.changed': internal('leads:read', 'A contact tag was created, changed or deleted.', data.changed),
  'attribute-definition.changed': internal(
    'settings:read',
    'An attribute definition was created, changed or deleted.',
    data.changed,
  ),
  'view.changed': internal(chats, 'A saved view was created or deleted.', data.changed),
  'canned-reply.changed': internal(chats, 'A canned reply was created, changed or deleted.', data.changed),
  'read.changed': {
    ...internal(chats, 'A person read further in a conversation; sent to their own windows.', data.changedRead),
    person: 'alone',
  },
  'file.changed': internal(
    'knowledge:read',
    'A knowledge file was added, is being processed, or was deleted.',
    data.changed,
  ),
  'gap.changed': internal('knowledge:read', 'A gap was answered, dismissed, reopened or deleted.', data.changed),
  // Members may not read settings, but their screens show some of them, such as the maximum wait.
  'settings.changed': internal(chats, 'Settings were saved.', data.changedSettings),
  'prompt.changed': internal('prompt:read', 'A prompt version was published.', data.changedPrompt),
  'facts.changed': internal('knowledge:read', 'The business details were saved.', data.changedFacts),
  'model.changed': {
    ...internal('settings:read', 'A model download started or ended.', data.changed),
    everywhere: true,
  },
  'email.changed': internal(
    'webhooks:read',
    'The email service was set up, changed or removed, or works differently.',
    data.changed,
  ),
  'integration.changed': internal(
    'settings:read',
    'An integration was connected, changed or removed, or works differently. `id` is its kind.',
    data.changed,
  ),
  'tool.changed': internal('prompt:read', 'A tool was added, changed or removed, or failed.', data.changedTool),
  'webhook.changed': internal(
    'webhooks:read',
    'A webhook endpoint was added, changed or removed, or works differently than before.',
    data.changedWebhook,
  ),
  'key.changed': internal('keys:read', 'An API key was created or revoked.', data.changed),
  'account.changed': {
    ...internal(
      'team:read',
      "An account was added, changed or removed. Also sent to that person's own windows.",
      data.changedAccount,
    ),
    everywhere: true,
    person: 'too',
  },

  'presence.changed': momentary(chats, 'A team member went online or offline.', data.presence),
  'queue.changed': momentary(chats, 'The queue of waiting visitors changed.', data.queue),
  'typing.changed': momentary(chats, 'Somebody started or stopped typing.', data.typing, [
    'conversationId',
    'who',
    'typing',
  ]),
  'viewers.changed': momentary(chats, 'The viewers of a conversation changed.', data.viewers),
  'visitor.changed': momentary(
    chats,
    'The visitor of a live chat came back to the site, or left it.',
    data.visitorPresence,
  ),
  'place.changed': momentary(chats, 'A waiting visitor moved in the queue.', data.place, [
    'conversationId',
    'place',
    'minutes',
  ]),
  'reply.writing': momentary(
    chats,
    'The assistant is writing a reply, or the reply waits for the model.',
    data.writing,
    ['conversationId', 'text', 'place', 'done'],
  ),
  'bulk-change.changed': momentary(
    'leads:read',
    'A bulk change started, made progress or ended.',
    data.changedBulkChange,
  ),
  'crawl.changed': momentary('knowledge:read', 'A crawl started or made progress.', data.changedCrawl),
  'pull.changed': momentary('settings:read', 'A model download made progress.', data.changedPull),
  'model.checked': momentary('settings:read', 'A check of the model finished one of its points.', data.checkedModel),
  'reply.stopped': momentary(chats, 'The reply being written must stop.', data.stopped),
} satisfies Record<string, Definition>

type Events = typeof events
export type EventType = keyof Events
export type EventData<T extends EventType = EventType> = z.output<Events[T]['data']>
export type PublicEventType = { [T in EventType]: Events[T]['public'] extends true ? T : never }[EventType]
export type EphemeralEventType = { [T in EventType]: Events[T]['stored'] extends true ? never : T }[EventType]
export type StoredEventType = { [T in EventType]: Events[T]['stored'] extends true ? T : never }[EventType]

export const eventTypes = Object.keys(events) as EventType[]

/** The event types that webhooks can subscribe to and `GET /events` returns. */
export const publicEvents = eventTypes.filter((type) => events[type].public) as PublicEventType[]

/** An event as sent to webhooks and returned by `GET /events`. The type determines `data`. */
export const EventEnvelope = z
  .object({
    id: z.string().describe('Begins with `evt_`. Ids are ordered by when events became visible.'),
    type: z.enum(eventTypes as [EventType, ...EventType[]]),
    createdAt: IsoTime,
    site: z.string(),
    data: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'EventEnvelope' })
export type EventEnvelope = z.infer<typeof EventEnvelope>

/** Whether events of this type are published on every site of the deployment. */
export const isEverywhere = (type: EventType): boolean => (events[type] as Definition).everywhere ?? false

/** The person an event is about: their email, and whether only they receive it. */
export type Concerned = { email: string; alone: boolean }

/** The person who receives this event regardless of scopes. Null if everybody with the scope does. */
export function personOf(type: EventType, given: unknown): Concerned | null {
  const { person } = events[type] as Definition
  return person ? { email: (given as { email: string }).email, alone: person === 'alone' } : null
}

/** Who may receive events of a type: the scope for the team, and whether the conversation's visitor may. */
export const audience = (type: EventType): { scope: Scope; visitor: boolean } => ({
  scope: events[type].scope,
  visitor: events[type].to === 'both',
})

/** The event data that the conversation's visitor may see. Undefined if the event is for the team only. */
export function forVisitor(type: EventType, given: Record<string, unknown>): Record<string, unknown> | undefined {
  const fields: readonly string[] = events[type].visitor
  if (fields.length === 0) return undefined
  return Object.fromEntries(fields.filter((field) => field in given).map((field) => [field, given[field]]))
}
