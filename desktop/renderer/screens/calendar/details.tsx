import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Appointment } from '../../../../shared/appointment.ts'
import { draftOf, patchOf, shownFaults, startOf, typedTime } from '../../form/appointment-draft.ts'
import { AppointmentFields } from '../../form/appointment-fields.tsx'
import formStyles from '../../form/appointments-of.module.css'
import { CountedActions } from '../../form/card-form.tsx'
import { useDraft } from '../../form/draft.ts'
import { TextField } from '../../form/fields.tsx'
import { Form } from '../../form/form.tsx'
import { type Taken, TimeTaken, takenIn } from '../../form/time-taken.tsx'
import { appointmentQuery, showAppointment } from '../../live/appointment-queries.ts'
import { isGone } from '../../live/connection.ts'
import { useDesk } from '../../live/desk.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Away } from '../../ui/external-link.tsx'
import { QueryBoundary } from '../../ui/query-boundary.tsx'
import { toast } from '../../ui/toast.ts'
import { useZonedTimes } from '../../ui/zoned-times.ts'
import { useCalendarWords } from '../../words/screen-words.ts'
import { AppointmentFacts } from './facts.tsx'
import { isMovable } from './moves.ts'
import { StatusActions } from './status.tsx'

type Props = { id: string; zone: string; close: () => void }

/** An appointment: its details, status and links, in a dialog. */
export function Details({ id, zone, close }: Props) {
  const words = useCalendarWords()
  const query = useQuery(appointmentQuery(useDesk(), id))
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    <Dialog dialog={dialog} label={words.details.title} className={formStyles.dialog} onClose={close}>
      {isGone(query.error) ? (
        <Gone close={close} />
      ) : (
        <QueryBoundary query={query}>
          {({ items: [appointment] }) =>
            appointment && <Known appointment={appointment} zone={zone} close={() => dialog.current?.close()} />
          }
        </QueryBoundary>
      )}
    </Dialog>
  )
}

function Gone({ close }: { close: () => void }) {
  const words = useCalendarWords()
  return (
    <>
      <p>{words.details.gone}</p>
      <button type="button" onClick={close}>
        {words.details.close}
      </button>
    </>
  )
}

type KnownProps = { appointment: Appointment; zone: string; close: () => void }

function Known({ appointment, zone, close }: KnownProps) {
  const times = useZonedTimes(zone)
  const { title, start, end } = appointment
  return (
    <div className="stack gap-4">
      <header className="stack gap-1">
        <h2>
          <bdi>{title}</bdi>
        </h2>
        <span>{times.span(start, end)}</span>
      </header>
      <StatusActions appointment={appointment} />
      <AppointmentFacts appointment={appointment} />
      {isMovable(appointment) ? (
        <ChangeForm appointment={appointment} zone={zone} close={close} />
      ) : (
        <TextsForm appointment={appointment} zone={zone} close={close} />
      )}
    </div>
  )
}

/** Saves what was changed. With `force`, the time may be taken. */
function useSave({ appointment, zone, close }: KnownProps) {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const { details: words } = useCalendarWords()
  const [taken, setTaken] = useState<{ start: number; taken: Taken }>()
  const force = useRef(false)
  const draft = useDraft(draftOf(zone, appointment), async (typed, changed) => {
    const isForced = force.current
    force.current = false
    try {
      const saved = await client.appointments.update.mutate({
        ...{ site: site.id, id: appointment.id, ...patchOf(zone, typed, changed), force: isForced },
      })
      showAppointment(queries, site.id, saved)
      toast(words.saved)
      close()
    } catch (error) {
      const found = takenIn(error)
      if (found) setTaken({ start: startOf(zone, typed), taken: found })
      throw error
    }
  })
  const submit = (isForced = false) => {
    force.current = isForced
    setTaken(undefined)
    if (draft.isDirty) void draft.save()
    else close()
  }
  return {
    draft: { ...draft, faults: shownFaults(draft.faults) },
    submit,
    taken: taken?.start === startOf(zone, draft.value) ? taken.taken : undefined,
  }
}

function ChangeForm(props: KnownProps) {
  const { zone, close } = props
  const { draft, submit, taken } = useSave(props)
  return (
    <Form draft={draft} submit={() => submit()} noValidate className="stack gap-4">
      <AppointmentFields zone={zone} />
      {taken && (
        <TimeTaken
          taken={taken}
          zone={zone}
          busy={draft.saving.state === 'saving'}
          choose={(start) => draft.change(typedTime(zone, start))}
          force={() => submit(true)}
        />
      )}
      <CountedActions draft={draft} close={close} />
    </Form>
  )
}

/** What can be changed when the time cannot. */
function TextsForm(props: KnownProps) {
  const { appointment, close } = props
  const { form: words, details } = useCalendarWords()
  const { draft, submit } = useSave(props)
  if (appointment.status === 'busy') return <p className="muted">{details.busy}</p>
  return (
    <Form draft={draft} submit={() => submit()} noValidate className="stack gap-4">
      {appointment.provider === 'calendly' && appointment.rescheduleUrl && (
        <p>
          {details.movedElsewhere} <Away address={appointment.rescheduleUrl}>{details.reschedule}</Away>
        </p>
      )}
      <TextField label={words.title} path="title" maxLength={160} />
      <TextField label={words.location} path="location" maxLength={500} />
      <TextField label={words.notes} hint={words.notesHint} path="notes" lines={3} maxLength={4000} />
      <CountedActions draft={draft} close={close} />
    </Form>
  )
}
