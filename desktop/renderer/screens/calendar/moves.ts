import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Appointment } from '../../../../shared/appointment.ts'
import { type Taken, takenIn } from '../../form/time-taken.tsx'
import { showAppointment } from '../../live/appointment-queries.ts'
import { wordsOf } from '../../live/connection.ts'
import { useDesk } from '../../live/desk.tsx'
import { useConnection } from '../../live/follow-site.ts'
import { toast } from '../../ui/toast.ts'
import { useZonedTimes } from '../../ui/zoned-times.ts'
import { useLaterWords } from '../../words/later-words.ts'
import { useCalendarWords } from '../../words/screen-words.ts'
import type { Span } from './days.ts'

/** A move that the server rejected, because the time is taken. */
export type Conflict = { appointment: Appointment; span: Span; taken: Taken }

/** Whether the team can move it here: neither over, nor busy time, nor moved on a page of its calendar. */
export const isMovable = ({ status, rescheduleUrl, provider }: Appointment): boolean =>
  (status === 'confirmed' || status === 'pending') && !(provider === 'calendly' && rescheduleUrl !== null)

/** Moves appointments: shown immediately, reverted if the server rejects it, and undone from the toast. */
export function useMoves(zone: string) {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const isOffline = useConnection().state === 'offline'
  const { common } = useLaterWords()
  const { moved, moveUndone } = useCalendarWords()
  const times = useZonedTimes(zone)
  const [conflict, setConflict] = useState<Conflict>()
  const last = useRef(new Map<string, Promise<unknown>>())
  /** Moves of one appointment are sent one after the other. */
  const inTurn = <T>(id: string, run: () => Promise<T>): Promise<T> => {
    const running = (last.current.get(id) ?? Promise.resolve()).then(run, run)
    last.current.set(id, running)
    return running
  }
  const move = async (appointment: Appointment, span: Span, { force = false, undoes = false } = {}) => {
    const { id, start, end } = appointment
    if (span.start === start && span.end === end) return
    if (isOffline) return void toast(common.unreachable, { tone: 'danger' })
    showAppointment(queries, site.id, { ...appointment, ...span })
    const text = times.span(span.start, span.end)
    const back = () => void move({ ...appointment, ...span }, { start, end }, { undoes: true })
    const close = toast(undoes ? moveUndone(text) : moved(text), undoes ? {} : { undo: back })
    try {
      const saved = await inTurn(id, () =>
        client.appointments.update.mutate({ site: site.id, id, start: span.start, end: span.end, force }),
      )
      showAppointment(queries, site.id, saved)
    } catch (error) {
      close()
      showAppointment(queries, site.id, appointment)
      const taken = takenIn(error)
      if (taken) setConflict({ appointment, span, taken })
      else toast(wordsOf(error), { tone: 'danger' })
    }
  }
  return { move, conflict, dismiss: () => setConflict(undefined) }
}

export type Move = ReturnType<typeof useMoves>['move']
