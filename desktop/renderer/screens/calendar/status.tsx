import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Appointment, AppointmentStatus } from '../../../../shared/appointment.ts'
import { showAppointment } from '../../live/appointment-queries.ts'
import { wordsOf } from '../../live/connection.ts'
import { useDesk } from '../../live/desk.tsx'
import { keys } from '../../live/keys.ts'
import { toast } from '../../ui/toast.ts'
import { useCall } from '../../ui/use-call.ts'
import { useLaterWords } from '../../words/later-words.ts'
import { useCalendarWords } from '../../words/screen-words.ts'

type Changeable = Exclude<AppointmentStatus, 'busy'>

/** What a status can become. Cancelling has a form of its own. */
const next: Record<AppointmentStatus, readonly Changeable[]> = {
  confirmed: ['pending', 'completed', 'no_show'],
  pending: ['confirmed', 'completed', 'no_show'],
  completed: ['no_show'],
  no_show: ['completed'],
  cancelled: ['confirmed'],
  busy: [],
}

/** These calendars cannot reopen a cancelled booking. */
const isFinal = ({ provider }: Appointment) => provider === 'calcom' || provider === 'calendly'

/** The status of an appointment, and what it can become. */
export function StatusActions({ appointment }: { appointment: Appointment }) {
  const words = useCalendarWords()
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const { busy, fault, call } = useCall()
  const [isCancelling, setCancelling] = useState(false)
  const { id, status } = appointment
  const save = async (to: Changeable) =>
    showAppointment(queries, site.id, await client.appointments.update.mutate({ site: site.id, id, status: to }))
  const undo = (to: Changeable) => () => void save(to).catch((error) => toast(wordsOf(error), { tone: 'danger' }))
  const set = (to: Changeable) =>
    call(async () => {
      await save(to)
      const canUndo = status !== 'busy' && next[to].includes(status as Changeable)
      toast(words.statusSet(words.statuses[to]), canUndo ? { undo: undo(status as Changeable) } : {})
    })
  const cancel = (reason: string) =>
    call(async () => {
      await client.appointments.cancel.mutate({ site: site.id, id, ...(reason && { reason }) })
      setCancelling(false)
      void queries.invalidateQueries({ queryKey: keys.appointments(site.id) })
      toast(words.cancelled, isFinal(appointment) ? {} : { undo: undo('confirmed') })
    })
  const offered = next[status].filter(() => !(status === 'cancelled' && isFinal(appointment)))
  return (
    <div className="stack">
      <div className="cluster">
        <span className="pill" data-status={status}>
          {words.statuses[status]}
        </span>
        {offered.map((to) => (
          <button key={to} type="button" className="quiet" disabled={busy} onClick={() => void set(to)}>
            {words.setStatus[to]}
          </button>
        ))}
        {(status === 'confirmed' || status === 'pending') && !isCancelling && (
          <button type="button" className="quiet" disabled={busy} onClick={() => setCancelling(true)}>
            {words.cancel}
          </button>
        )}
      </div>
      {isCancelling && (
        <CancelForm busy={busy} cancel={(reason) => void cancel(reason)} close={() => setCancelling(false)} />
      )}
      {fault && (
        <p className="error" role="alert">
          {fault}
        </p>
      )}
    </div>
  )
}

type CancelProps = { busy: boolean; cancel: (reason: string) => void; close: () => void }

function CancelForm({ busy, cancel, close }: CancelProps) {
  const words = useCalendarWords()
  const { common } = useLaterWords()
  const [reason, setReason] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    cancel(reason.trim())
  }
  return (
    <form className="settings-card stack" aria-label={words.cancel} onSubmit={submit}>
      <label>
        {words.reason}
        {/* biome-ignore lint/a11y/noAutofocus: it appears when somebody asks to cancel */}
        <input autoFocus dir="auto" maxLength={500} value={reason} onChange={({ target }) => setReason(target.value)} />
      </label>
      <div className="cluster">
        <button type="button" className="quiet" onClick={close} disabled={busy}>
          {common.cancel}
        </button>
        <button type="submit" className="danger" disabled={busy}>
          {words.cancel}
        </button>
      </div>
    </form>
  )
}
