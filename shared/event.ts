import { z } from 'zod'
import * as data from './event-data.ts'
import type { Scope } from './scope.ts'
import { IsoTime } from './time.ts'

type Definition = {
  /** Whose screens may get it: the team's, or the visitor's of the conversation too. */
  to: 'team' | 'both'
  /** What a person or a key of the team needs to read it. */
  scope: Scope
  /** Goes to webhooks and `GET /events`; otherwise only the product's own screens get it. */
  public: boolean
  /** In the log, with an id to go on from. What is not stored is only of the moment. */
  stored: boolean
  description: string
  data: z.ZodObject
  /** The fields that a visitor may get; the others name people of the team. */
  visitor: readonly string[]
  /** Concerns the whole deployment: told on each of its sites. */
  everywhere?: true
  /** Whom the email in it names: it is for them `alone`, or for them `too`, whatever their scopes. */
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

/** Everything that can happen, and who may learn of it. Webhooks, the log and every live screen read this map. */
export const events = {
  'conversation.started': open(chats, 'A visitor opened a chat.', data.conversationStarted),
  'message.received': open(chats, 'A visitor sent a message.', data.messageReceived),
  'message.sent': open(chats, 'The assistant or a person of the team replied.', data.messageSent, [
    'conversationId',
    'messages',
    'replaces',
  ]),
  'lead.captured': open('leads:read', 'Contact details arrived. It may repeat for one email.', data.leadCaptured),
  'callback.requested': open('callbacks:read', 'A visitor asked to be called.', data.callbackRequested),
  'callback.updated': open(
    'callbacks:read',
    'A callback was done, dismissed or reopened, or its note changed.',
    data.callbackUpdated,
  ),
  'lead.updated': open('leads:read', 'Status, details, notes or attributes of a contact changed.', data.leadUpdated),
  'feedback.received': open(chats, 'A visitor rated a reply.', data.feedbackReceived),
  'conversation.completed': open(
    chats,
    'A conversation went quiet, or its live chat closed; again if the visitor returns, also to repeat a message whose reply had failed.',
    data.conversationCompleted,
  ),
  'handover.requested': open(chats, 'A visitor asked for a person.', data.handoverRequested, chat),
  'handover.missed': open(chats, 'Nobody took a live chat in time.', data.ofConversation, chat),
  'handover.ended': open(chats, 'A person gave the chat back to the assistant.', data.handoverEnded, chat),
  'conversation.assigned': open(chats, 'A chat was taken, given or unassigned.', data.conversationAssigned, chat),
  'conversation.closed': open(chats, 'The team closed a chat, or a live one went idle.', data.conversationClosed, [
    'conversationId',
    'reason',
    'wasLive',
  ]),
  'conversation.summarized': open(chats, 'A summary was asked for and written.', data.conversationSummarized),
  'conversation.ended': open(chats, 'A conversation was ended for good.', data.ofConversation, chat),
  'job.created': open('jobs:read', 'A job was created.', data.ofJob),
  'job.updated': open('jobs:read', 'Title, details, fields, value, due date or assignee changed.', data.ofJob),
  'job.stage_changed': open('jobs:read', 'A job moved to another stage.', data.jobStageChanged),
  'job.won': open('jobs:read', 'A job reached a won stage.', data.ofJob),
  'job.lost': open('jobs:read', 'A job reached a lost stage.', data.jobLost),
  'appointment.created': open('jobs:read', 'An appointment was booked, or found in the calendar.', data.ofAppointment),
  'appointment.updated': open('jobs:read', 'An appointment moved or changed.', data.appointmentUpdated),
  'appointment.cancelled': open('jobs:read', 'An appointment was cancelled, here or there.', data.appointmentCancelled),
  'appointment.reminder': open('jobs:read', 'An appointment begins within a day.', data.ofAppointment),
  'budget.warning': open('analytics:read', "80 percent of the day's AI budget is used.", data.budget),
  'budget.exhausted': open('analytics:read', "The day's AI budget is used up.", data.budget),
  'knowledge.crawl.finished': open('knowledge:read', 'Learning the website finished.', data.crawlFinished),
  'knowledge.file.processed': open('knowledge:read', 'A file was learned, or could not be.', data.fileProcessed),
  'knowledge.gap': open('knowledge:read', 'A question that the knowledge does not cover was asked.', data.knowledgeGap),
  'test.ping': open(chats, 'An endpoint was tested.', data.testPing),

  'conversation.changed': internal(chats, 'Something of a conversation changed.', data.changed),
  'message.changed': internal(chats, 'A message was added or changed.', data.changedMessage, ['id', 'conversationId']),
  'note.changed': internal(chats, 'A note was written, changed or deleted.', data.changedNote),
  'label.changed': internal(chats, 'A label was made, changed or deleted.', data.changed),
  'lead.changed': internal('leads:read', 'A contact was deleted.', data.changed),
  'contact-tag.changed': internal('leads:read', 'A tag was made, changed or deleted.', data.changed),
  'attribute-definition.changed': internal(
    'settings:read',
    'The definition of an attribute was made, changed or deleted.',
    data.changed,
  ),
  'canned-reply.changed': internal(chats, 'A canned reply was made, changed or deleted.', data.changed),
  'read.changed': {
    ...internal(chats, 'A person read further in a conversation: for their own windows.', data.changedRead),
    person: 'alone',
  },
  'file.changed': internal(
    'knowledge:read',
    'A file of the knowledge was added, is being read, or was deleted.',
    data.changed,
  ),
  'gap.changed': internal('knowledge:read', 'A gap was answered, dismissed, reopened or forgotten.', data.changed),
  'settings.changed': internal('settings:read', 'Settings were saved.', data.changedSettings),
  'prompt.changed': internal('prompt:read', 'A version of the prompt was published.', data.changedPrompt),
  'facts.changed': internal('knowledge:read', 'The business details were saved.', data.changedFacts),
  'model.changed': {
    ...internal('settings:read', 'A model began to be fetched, or that is over.', data.changed),
    everywhere: true,
  },
  'key.changed': internal('keys:read', 'An API key was made or revoked.', data.changed),
  'account.changed': {
    ...internal(
      'team:read',
      'An account was added, changed or removed: for the person’s own windows, too.',
      data.changedAccount,
    ),
    everywhere: true,
    person: 'too',
  },

  'presence.changed': momentary(chats, 'A person of the team came or went.', data.presence),
  'queue.changed': momentary(chats, 'Who waits for a person changed.', data.queue),
  'typing.changed': momentary(chats, 'Somebody began or stopped to type.', data.typing, [
    'conversationId',
    'who',
    'typing',
  ]),
  'viewers.changed': momentary(chats, 'Who looks at a conversation changed.', data.viewers),
  'place.changed': momentary(chats, 'A waiting visitor moved in the queue.', data.place, [
    'conversationId',
    'place',
    'minutes',
  ]),
  'reply.writing': momentary(chats, 'The assistant is writing a reply.', data.writing, [
    'conversationId',
    'text',
    'done',
  ]),
  'crawl.changed': momentary('knowledge:read', 'A run began, or is further than before.', data.changedCrawl),
  'pull.changed': momentary('settings:read', 'Fetching a model is further than before.', data.changedPull),
  'reply.stopped': momentary(chats, 'The reply that is being written is to stop.', data.stopped),
} satisfies Record<string, Definition>

type Events = typeof events
export type EventType = keyof Events
export type EventData<T extends EventType = EventType> = z.output<Events[T]['data']>
export type PublicEventType = { [T in EventType]: Events[T]['public'] extends true ? T : never }[EventType]
export type MomentaryEventType = { [T in EventType]: Events[T]['stored'] extends true ? never : T }[EventType]
export type StoredEventType = { [T in EventType]: Events[T]['stored'] extends true ? T : never }[EventType]

export const eventTypes = Object.keys(events) as EventType[]

/** The types that webhooks may subscribe to and `GET /events` gives. */
export const publicEvents = eventTypes.filter((type) => events[type].public) as PublicEventType[]

/** An event as webhooks and `GET /events` carry it; `data` is what the type says. */
export const EventEnvelope = z
  .object({
    id: z.string().describe('Begins with `evt_`. Ids grow in the order in which events became visible.'),
    type: z.enum(eventTypes as [EventType, ...EventType[]]),
    createdAt: IsoTime,
    site: z.string(),
    data: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'EventEnvelope' })
export type EventEnvelope = z.infer<typeof EventEnvelope>

/** Whether events of a type are told on every site of the deployment. */
export const isEverywhere = (type: EventType): boolean => (events[type] as Definition).everywhere ?? false

/** Of an event about one person: their email, and whether nobody else may get it. */
export type Concerned = { email: string; alone: boolean }

/** The person who may get this event whatever their scopes, or alone; null: everybody with its scope. */
export function personOf(type: EventType, given: unknown): Concerned | null {
  const { person } = events[type] as Definition
  return person ? { email: (given as { email: string }).email, alone: person === 'alone' } : null
}

/** Who may get events of a type: the team's scope for it, and whether the visitor of its conversation may. */
export const audience = (type: EventType): { scope: Scope; visitor: boolean } => ({
  scope: events[type].scope,
  visitor: events[type].to === 'both',
})

/** What of an event's data the visitor of its conversation may get; undefined where it is the team's alone. */
export function forVisitor(type: EventType, given: Record<string, unknown>): Record<string, unknown> | undefined {
  const fields: readonly string[] = events[type].visitor
  if (fields.length === 0) return undefined
  return Object.fromEntries(fields.filter((field) => field in given).map((field) => [field, given[field]]))
}
