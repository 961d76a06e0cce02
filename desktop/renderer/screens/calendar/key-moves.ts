import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Appointment } from '../../../../shared/appointment.ts'
import { lengthened, type Span, shifted, step } from './days.ts'
import { isMovable, type Move } from './moves.ts'

/** Keys are saved together after this pause in milliseconds. */
const savesAfter = 900

type Pending = { appointment: Appointment; span: Span }

/**
 * Moves the focused appointment by keys: the arrows move it, with Shift they change its end. The change is shown
 * immediately, saved after a pause, and dropped by Escape.
 */
export function useKeyMoves(zone: string, move: Move) {
  const [pending, setPending] = useState<Pending | null>(null)
  const latest = useRef<Pending | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const moving = useRef(move)
  moving.current = move
  const show = (next: Pending | null) => {
    latest.current = next
    setPending(next)
  }
  const save = () => {
    clearTimeout(timer.current)
    const now = latest.current
    show(null)
    if (now) void moving.current(now.appointment, now.span)
  }
  const saving = useRef(save)
  saving.current = save
  // Leaving the screen saves what is shown.
  useEffect(() => () => saving.current(), [])
  const press = (event: KeyboardEvent, appointment: Appointment) => {
    const now = latest.current
    if (event.key === 'Escape' && now) {
      event.preventDefault()
      event.stopPropagation()
      clearTimeout(timer.current)
      return show(null)
    }
    if (event.key === 'Enter') return save()
    const span = now?.appointment.id === appointment.id ? now.span : appointment
    const next = isMovable(appointment) ? pressed(event, zone, span) : undefined
    if (!next) return
    event.preventDefault()
    event.stopPropagation()
    show({ appointment, span: next })
    clearTimeout(timer.current)
    timer.current = setTimeout(() => saving.current(), savesAfter)
  }
  return { pending, press, save }
}

function pressed(
  { key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent,
  zone: string,
  span: Span,
): Span | undefined {
  if (ctrlKey || metaKey || altKey) return undefined
  switch (key) {
    case 'ArrowUp':
      return shiftKey ? lengthened(span, -step) : shifted(zone, span, { minutes: -step })
    case 'ArrowDown':
      return shiftKey ? lengthened(span, step) : shifted(zone, span, { minutes: step })
    case 'ArrowLeft':
      return shiftKey ? undefined : shifted(zone, span, { days: -1 })
    case 'ArrowRight':
      return shiftKey ? undefined : shifted(zone, span, { days: 1 })
    default:
      return undefined
  }
}
