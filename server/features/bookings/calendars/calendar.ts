/** A time span in milliseconds. `end` is not included. */
export type Span = { start: number; end: number }

/** What the calendar's own event type wants to know of a visitor, beside name and email. */
export type Question = {
  /** The provider's name of it. */
  id: string
  label: string
  kind: 'text' | 'number' | 'phone' | 'choice' | 'yesNo'
  required: boolean
  choices?: string[]
}

/** What decides the offered times: the calendar's own event type, or the site's hours without the busy time. */
export type Availability =
  | { kind: 'slots'; slots: Span[]; title: string; duration: number; questions: Question[] }
  | { kind: 'busy'; busy: Span[] }

export type EventStatus = 'confirmed' | 'pending' | 'cancelled' | 'completed' | 'no_show'

/** An event as the calendar has it. */
export type CalendarEvent = Span & {
  /** The provider's id. A rescheduled booking of Cal.com or Calendly has a new one. */
  id: string
  /** The event that this one replaces, or that replaced this one. */
  replaces: string | null
  replacedBy: string | null
  /** The appointment's id, if we wrote the event and the provider keeps it. */
  appointmentId: string | null
  status: EventStatus
  /** Why it was cancelled or rejected. */
  reason: string | null
  title: string
  location: string | null
  /** The first attendee who is not the owner. */
  attendee: { name: string | null; email: string | null; phone: string | null } | null
  attendees: string[]
  rescheduleUrl: string | null
  /** When the calendar changed it; null if it does not tell. */
  updatedAt: number | null
}

/** What an event is made of. The appointment's id goes into the event, so that a lost answer can be looked up. */
export type NewEvent = Span & {
  appointmentId: string
  title: string
  timezone: string
  location: string | null
  notes: string | null
  attendee: { name: string | null; email: string | null; phone: string | null; timezone: string; locale: string }
  answers: Record<string, string>
  meetingLink: boolean
}

/**
 * A call of a calendar failed. Nothing was changed there unless `unknown` is true: then the answer was lost.
 * `taken`: the time is not free. `elsewhere`: the visitor books at `url` instead. `connect`: the account must be
 * connected again. `setup`: the owner must change something, and `message` says what. `busy`: the provider's rate limit.
 */
export class CalendarError extends Error {
  readonly reason: 'taken' | 'elsewhere' | 'connect' | 'setup' | 'busy' | 'failed'
  readonly unknown: boolean
  readonly url: string | null
  /** Milliseconds to wait, as the provider asks. */
  readonly retryAfter: number
  constructor(
    reason: CalendarError['reason'],
    message: string,
    {
      unknown = false,
      url = null,
      retryAfter = 0,
      cause,
    }: Partial<Pick<CalendarError, 'unknown' | 'url' | 'retryAfter'>> & { cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.name = 'CalendarError'
    this.reason = reason
    this.unknown = unknown
    this.url = url
    this.retryAfter = retryAfter
  }
}

/** One page of events. */
export type EventPage = { events: CalendarEvent[]; next: string | null }

/** A calendar of a site at a provider. All functions throw CalendarError. */
export type Calendar = {
  provider: 'calcom' | 'calendly' | 'google' | 'outlook'
  /** Whether the provider's event type decides length, title and times, so that `force` and other lengths fail. */
  ownTypes: boolean
  /** Whether events can be moved here. Calendly's are moved by the visitor's link only. */
  canMove: boolean
  /** @param ignoring an event whose own time counts as free, because it is being moved */
  availability(span: Span, ignoring?: string): Promise<Availability>
  create(event: NewEvent): Promise<CalendarEvent>
  /** Finds an event whose creation was not answered. */
  findCreated(event: NewEvent): Promise<CalendarEvent | undefined>
  /** The event, with the one that replaced it if there is one; undefined if it no longer exists. */
  get(id: string): Promise<CalendarEvent | undefined>
  move(id: string, event: NewEvent): Promise<CalendarEvent>
  /** Changes title, notes and place. Missing if the provider keeps none of them, or has its own. */
  update?(id: string, event: NewEvent): Promise<void>
  /** An event that is gone already counts as cancelled. */
  cancel(id: string, reason: string | null): Promise<void>
  /** The events that overlap a span, cancelled ones included where the provider lists them. */
  list(span: Span, page: string | null): Promise<EventPage>
  /** Whether `list` includes cancelled events. If not, an event that is missing must be read before it counts as gone. */
  listsCancelled: boolean
}
