import { useEffect, useRef, useState } from 'preact/hooks'
import type { BookSlot } from '../../../../shared/booking.ts'
import type { BookingDraft, BookingProblem, BookingTalk, Offer, Time } from '../../booking.ts'

type Day = Offer['days'][number]

/** What the calendar shows. */
export type BookingView = {
  timezone: string
  /** The last offer; null before the first. Its days are only those of the last request. */
  offer: Offer | null
  /** The days with free times. */
  days: readonly Day[]
  /** The chosen day. */
  date: string | null
  /** The chosen time, for which the details are asked. */
  time: Time | null
  busy: 'times' | 'booking' | null
  problem: BookingProblem | { kind: 'changed'; minutes: number; url: string; field: string } | null
}

export type Details = Pick<BookSlot, 'name' | 'email' | 'phone' | 'answers' | 'notes'>

/** The steps of a booking, or of moving the appointment `moves`. `done` is called once it is booked. */
export function useBooking(calls: BookingTalk, moves: string | undefined, done: () => void) {
  const [view, setView] = useState<BookingView>(() => firstView(calls))
  const latest = useRef(view)
  const life = useRef({ isOver: false, asked: 0, isBooking: false })
  useEffect(
    () => () => {
      life.current.isOver = true
    },
    [],
  )
  const set = (next: Partial<BookingView>) => {
    if (life.current.isOver) return
    latest.current = { ...latest.current, ...next }
    setView(latest.current)
  }
  const core: Core = { calls, moves, done, set, life: life.current, view: () => latest.current }
  return {
    view,
    load: () => load(core),
    more: () => load(core, { from: view.offer?.next ?? undefined, adds: true }),
    chooseZone(timezone: string) {
      calls.keep({ timezone })
      // The days of the other zone stay until its own arrive.
      set({ timezone })
      void load(core)
    },
    chooseDay: (date: string) => set({ date }),
    choose: (time: Time | null) => choose(core, time),
    book: (details: Details) => book(core, details),
  }
}

export type Booking = ReturnType<typeof useBooking>

type Core = {
  calls: BookingTalk
  moves: string | undefined
  done: () => void
  set(next: Partial<BookingView>): void
  life: { isOver: boolean; asked: number; isBooking: boolean }
  view(): BookingView
}

const firstView = (calls: BookingTalk): BookingView => ({
  ...{ timezone: calls.draft().timezone ?? calls.timezone, offer: null, days: [], date: null, time: null },
  ...{ busy: null, problem: null },
})

type Wanted = { from?: string | undefined; adds?: boolean; problem?: BookingView['problem'] }

/** Asks for free times, until a day has some or there are none. @returns the free times */
async function load(core: Core, { from, adds = false, problem = null }: Wanted = {}): Promise<Time[]> {
  const { calls, moves, set, life } = core
  const turn = ++life.asked
  set({ busy: 'times', problem })
  const { timezone } = core.view()
  const isMove = moves !== undefined
  let answer = await calls.offer(timezone, from, isMove)
  // The next free day may be in a later week.
  if (answer.value?.next && !answer.value.days.some(hasTimes))
    answer = await calls.offer(timezone, answer.value.next, isMove)
  if (turn !== life.asked || life.isOver) return []
  if (answer.problem) {
    set({ busy: null, problem: answer.problem })
    return []
  }
  const offer = answer.value
  const found = offer.days.filter(hasTimes)
  const known = adds ? core.view().days.filter(({ date }) => !found.some((day) => day.date === date)) : []
  const days = [...known, ...found]
  const date = adds ? (found[0]?.date ?? core.view().date) : keptDate(core, days)
  set({ offer, days, date, busy: null, time: core.view().time ?? keptTime(calls.draft(), days) })
  return days.flatMap(({ slots }) => slots)
}

const hasTimes = ({ slots }: Day) => slots.length > 0

function keptDate(core: Core, days: readonly Day[]): string | null {
  const { start } = core.calls.draft()
  const { date } = core.view()
  const ofTime = days.find(({ slots }) => slots.some((slot) => slot.start === start))
  return (ofTime ?? days.find((day) => day.date === date) ?? days[0])?.date ?? null
}

/** The time that the visitor chose on the last page, if it is still free. */
const keptTime = ({ start }: BookingDraft, days: readonly Day[]) =>
  days.flatMap(({ slots }) => slots).find((slot) => slot.start === start) ?? null

/** Chooses a time, or with null another one. Each time is booked under an id of its own. */
function choose({ calls, set }: Core, time: Time | null): void {
  const { start, unsure } = calls.draft()
  if (time === null) {
    // The id of a booking whose answer was lost is kept, to find out what became of it.
    if (!unsure) calls.keep({ start: null, bookingId: null })
  } else if (time.start !== start && !unsure) calls.keep({ start: time.start, bookingId: calls.newId() })
  set({ time, problem: null })
}

async function book(core: Core, details: Details): Promise<void> {
  const { life } = core
  // Pressed twice.
  if (life.isBooking) return
  life.isBooking = true
  core.set({ busy: 'booking', problem: null })
  try {
    await attempt(core, details, true)
  } finally {
    life.isBooking = false
  }
}

async function attempt(core: Core, details: Details, isFirst: boolean): Promise<void> {
  const { calls, moves, set, done } = core
  const { time, timezone } = core.view()
  if (!time) return
  if (await wasBooked(core, time)) return done()
  if (calls.draft().bookingId === null) calls.keep({ start: time.start, bookingId: calls.newId() })
  const { bookingId } = calls.draft()
  const answer = moves
    ? await calls.change(moves, time.start)
    : await calls.book({ ...details, start: time.start, timezone, bookingId: bookingId as string })
  const { problem } = answer
  if (!problem) return done()
  calls.keep({ unsure: problem.kind === 'unreachable' || problem.kind === 'offline' })
  if (problem.kind !== 'taken' && problem.kind !== 'expired') return set({ busy: null, problem })
  calls.keep({ bookingId: calls.newId() })
  const { date } = core.view()
  const kind = problem.kind === 'taken' ? problem.kind : 'changed'
  const times = await load(core, { from: date ?? undefined, problem: { ...problem, kind } })
  const isFree = times.some(({ start }) => start === time.start)
  // It was offered too long ago, and is still free.
  if (isFree && isFirst && problem.kind === 'expired') {
    set({ busy: 'booking', problem: null })
    return await attempt(core, details, false)
  }
  calls.keep({ start: null, bookingId: null })
  // A failed reload has its own problem, and keeps the time.
  if (times.length > 0 || core.view().problem?.kind === kind) set({ time: null })
}

/** An earlier booking of another time, whose answer was lost, may have been made after all. */
async function wasBooked({ calls, moves }: Core, { start }: Time): Promise<boolean> {
  const draft = calls.draft()
  if (moves || !draft.unsure || draft.start === null || draft.start === start) return false
  const isMade = await calls.isBooked(draft.start)
  if (!isMade) calls.keep({ start, bookingId: calls.newId(), unsure: false })
  return isMade
}
