import type { BookSlot, VisitorAppointment } from '../../../../shared/booking.ts'
import { readAppointment } from '../../appointment.ts'
import type {
  Answered,
  BookingDraft,
  BookingProblem,
  BookingQuestion,
  BookingTalk,
  Offer,
  Time,
} from '../../booking.ts'
import { asCallError, CallError } from '../call-error.ts'
import type { Access } from '../calls.ts'
import { accessOf, type Core, later } from '../core.ts'
import { isPlain } from '../message.ts'
import { startChat } from '../start.ts'
import { refresh } from './history.ts'

/** The calls of the calendar, and what the visitor entered in it. */
export function createBooking(core: Core): BookingTalk {
  const { store, machine, surroundings } = core
  const { timezone = surroundings.site.bookings?.timezone ?? 'UTC' } = machine.page()
  const draft = () => readDraft(store.booking())
  return {
    timezone,
    draft,
    keep(changes) {
      store.setBooking({ ...draft(), ...changes })
    },
    newId: machine.newId,
    offer: (timezone, from, isMove) =>
      answered(core, async () => {
        const body = { tz: timezone, ...(from && { from }) }
        return readOffer(await inChat(core, isMove, (access) => core.calls.post(access, 'slots', body)))
      }),
    book: (booking: BookSlot) => change(core, 'booking', booking),
    change: (id, start) => change(core, 'booking/change', { id, start }),
    cancel: (id) => change(core, 'booking/cancel', { id }),
    async isBooked(start) {
      const id = store.chat()?.id
      if (id !== undefined) await refresh(core, id)
      const cards = (store.chat()?.messages ?? []).flatMap((message) => readAppointment(message) ?? [])
      const latest = new Map(cards.map((card) => [card.id, card]))
      return [...latest.values()].some((card) => card.start === start && card.status !== 'cancelled')
    },
  }
}

const starting = new WeakMap<Core, Promise<Access>>()

/**
 * Calls in the current chat. One that the server does not know any more is replaced, once, unless the call is about an
 * appointment of it.
 */
async function inChat(core: Core, keepsChat: boolean, call: (access: Access) => Promise<unknown>): Promise<unknown> {
  const chat = core.store.chat()
  if (!chat || (chat.ended && !keepsChat)) return await call(await start(core))
  try {
    return await call(accessOf(chat))
  } catch (error) {
    if (keepsChat || !isLost(asCallError(error))) throw error
    return await call(await start(core))
  }
}

const isLost = ({ code, reason }: CallError) =>
  ['unauthorized', 'not_found', 'gone'].includes(code) || reason === 'conversation_ended'

/** Two calls at once start one chat. */
function start(core: Core): Promise<Access> {
  const known = starting.get(core)
  if (known) return known
  const started = startChat(core).finally(() => {
    starting.delete(core)
    core.changed()
  })
  starting.set(core, started)
  return started
}

const tries = 3
const second = 1000

/** Books, moves or cancels. A request whose answer is lost is repeated, which the server recognises. */
async function change(core: Core, what: string, body: unknown): Promise<Answered<VisitorAppointment>> {
  const chat = core.store.chat()
  if (!chat) return { problem: problemOf(core, new CallError('not_found', 'there is no chat')) }
  const attempt = async (left: number): Promise<unknown> => {
    try {
      return await core.calls.post(accessOf(chat), what, body)
    } catch (error) {
      const fault = asCallError(error)
      const { code } = fault
      // The next offer starts another chat.
      if (what === 'booking' && isLost(fault)) core.store.changeChat(chat.id, () => ({ ended: true }))
      if (left === 0 || !core.machine.online() || !['network', 'unavailable'].includes(code)) throw error
      await new Promise<void>((resolve) => later(core, (tries - left) * second, resolve))
      return await attempt(left - 1)
    }
  }
  return await answered(core, async () => {
    const appointment = readAppointment({ appointment: await attempt(tries - 1) })
    if (!appointment) throw new CallError('network', 'the answer is no appointment')
    await refresh(core, chat.id)
    return appointment
  })
}

async function answered<Value>(core: Core, work: () => Promise<Value>): Promise<Answered<Value>> {
  try {
    return { value: await work() }
  } catch (error) {
    const fault = asCallError(error)
    core.surroundings.debug('booking', fault.code, fault.message)
    return { problem: problemOf(core, fault) }
  }
}

const byReason: Record<string, BookingProblem['kind']> = {
  time_taken: 'taken',
  time_not_offered: 'expired',
  idempotency_key_reused: 'expired',
  conversation_ended: 'expired',
  book_elsewhere: 'elsewhere',
  appointment_over: 'over',
  bookings_off: 'off',
  challenge_missing: 'challenge',
  challenge_failed: 'challenge',
}
const byCode: Record<string, BookingProblem['kind']> = {
  rate_limited: 'tooOften',
  connector_error: 'calendar',
  unauthorized: 'expired',
  not_found: 'expired',
  gone: 'expired',
  forbidden: 'refused',
  challenge: 'challenge',
  bad_request: 'wrong',
}

function problemOf({ machine }: Core, { code, reason, field, retryAfter = 0, body }: CallError): BookingProblem {
  const isNetwork = code === 'network' || code === 'unavailable'
  const url = isPlain(body) && typeof body.url === 'string' ? body.url : ''
  const known = (Object.hasOwn(byReason, reason) && byReason[reason]) || (Object.hasOwn(byCode, code) && byCode[code])
  const kind = isNetwork ? (machine.online() ? 'unreachable' : 'offline') : known || 'failed'
  return { kind, field, url, minutes: Math.max(1, Math.ceil(retryAfter / 60)) }
}

function readDraft(given: Record<string, unknown> | null): BookingDraft {
  const { open, moves, timezone, start, bookingId, unsure, details } = given ?? {}
  const textOf = (value: unknown) => (typeof value === 'string' ? value : null)
  return {
    open: open === true,
    moves: textOf(moves),
    timezone: textOf(timezone),
    start: typeof start === 'number' ? start : null,
    bookingId: textOf(bookingId),
    unsure: unsure === true,
    details: Object.fromEntries(
      Object.entries(isPlain(details) ? details : {}).filter(([, value]) => typeof value === 'string'),
    ) as Record<string, string>,
  }
}

const listOf = (value: unknown) => (Array.isArray(value) ? (value as unknown[]) : []).filter(isPlain)
const lineOf = (value: unknown, otherwise = '') => (typeof value === 'string' ? value : otherwise)

/** @throws a CallError if it is no offer */
function readOffer(given: unknown): Offer {
  if (!isPlain(given) || !Array.isArray(given.days)) throw new CallError('network', 'the answer has no times')
  const { timezone, title, duration, phone, email, next } = given
  return {
    timezone: lineOf(timezone, 'UTC'),
    title: lineOf(title),
    duration: typeof duration === 'number' ? duration : 0,
    phone: phone === 'optional' || phone === 'required' ? phone : 'no',
    email: email === 'required' ? email : 'optional',
    next: typeof next === 'string' ? next : null,
    days: listOf(given.days).map(({ date, slots }) => ({ date: lineOf(date), slots: listOf(slots).filter(isTime) })),
    questions: listOf(given.questions).flatMap(readQuestion),
  }
}

const isTime = (given: Record<string, unknown>): given is Time =>
  Number.isFinite(given.start) && Number.isFinite(given.end)

function readQuestion({ id, label, kind, required, choices }: Record<string, unknown>): BookingQuestion[] {
  if (typeof id !== 'string') return []
  const kinds: unknown[] = ['number', 'phone', 'choice', 'yesNo']
  return [
    {
      ...{ id, label: lineOf(label, id), required: required === true },
      kind: kinds.includes(kind) ? (kind as BookingQuestion['kind']) : 'text',
      choices: (Array.isArray(choices) ? choices : []).filter((choice) => typeof choice === 'string'),
    },
  ]
}
