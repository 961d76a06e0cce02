import type { BookSlot, OfferedSlots, VisitorAppointment } from '../../shared/booking.ts'

/** What a calendar asks beside the contact. */
export type BookingQuestion = {
  id: string
  label: string
  kind: 'text' | 'number' | 'phone' | 'choice' | 'yesNo'
  required: boolean
  choices: string[]
}

/** A free time, in milliseconds. */
export type Time = OfferedSlots['days'][number]['slots'][number]

/** The free times of some days. */
export type Offer = Omit<OfferedSlots, 'questions'> & { questions: BookingQuestion[] }

/** What the visitor chose and typed in the calendar. It is kept when the page is left. */
export type BookingDraft = {
  open: boolean
  /** The appointment that is moved. */
  moves: string | null
  /** The chosen zone; null for that of the browser. */
  timezone: string | null
  start: number | null
  /** Repeating a booking with it books once. Another time has another id. */
  bookingId: string | null
  /** The answer to the booking of `start` was lost. */
  unsure: boolean
  details: Record<string, string>
}

/**
 * Why something failed. `taken`: the time is not free any more. `expired`: it was offered too long ago, or in another
 * chat. `elsewhere`: the calendar takes bookings on its own page, `url`. `over`: the appointment has been, or was
 * cancelled. `calendar`: the calendar failed. `wrong`: the server rejects `field`. `tooOften`: after `minutes` again.
 */
export type BookingProblem = {
  kind:
    | 'offline'
    | 'unreachable'
    | 'tooOften'
    | 'calendar'
    | 'taken'
    | 'expired'
    | 'elsewhere'
    | 'over'
    | 'off'
    | 'wrong'
    | 'challenge'
    | 'refused'
    | 'failed'
  minutes: number
  field: string
  url: string
}

export type Answered<Value> = { value: Value; problem?: undefined } | { problem: BookingProblem; value?: undefined }

/** The calls of the calendar. None throws. */
export type BookingTalk = {
  /** The zone of the browser. */
  readonly timezone: string
  draft(): BookingDraft
  keep(changes: Partial<BookingDraft>): void
  newId(): string
  /**
   * The free times of seven days. They can be picked in this chat for an hour; without a chat, one is started.
   * @param from the first day, as YYYY-MM-DD in the zone; default: today
   * @param isMove whether they are for an appointment of this chat, which may have ended
   */
  offer(timezone: string, from: string | undefined, isMove: boolean): Promise<Answered<Offer>>
  /** Repeats a request whose answer is lost. */
  book(booking: BookSlot): Promise<Answered<VisitorAppointment>>
  change(id: string, start: number): Promise<Answered<VisitorAppointment>>
  cancel(id: string): Promise<Answered<VisitorAppointment>>
  /** Reads the chat again. @returns whether it has an appointment at this time */
  isBooked(start: number): Promise<boolean>
}
