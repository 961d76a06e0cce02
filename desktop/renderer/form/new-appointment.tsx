import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import type { Appointment } from '../../../shared/appointment.ts'
import { useDesk } from '../live/desk.tsx'
import { keys } from '../live/keys.ts'
import { newId } from '../live/new-id.ts'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toast.ts'
import { useZonedTimes } from '../ui/zoned-times.ts'
import { useCalendarWords } from '../words/screen-words.ts'
import {
  type AppointmentDefaults,
  type AppointmentDraft,
  newAppointmentOf,
  newDraft,
  shownFaults,
  startOf,
  typedTime,
} from './appointment-draft.ts'
import { AppointmentFields } from './appointment-fields.tsx'
import styles from './appointments-of.module.css'
import { CountedActions } from './card-form.tsx'
import { useDraft } from './draft.ts'
import { TextField } from './fields.tsx'
import { Form } from './form.tsx'
import { type Taken, TimeTaken, takenIn } from './time-taken.tsx'

type Props = {
  /** Opens it by `showModal`. */
  dialog: RefObject<HTMLDialogElement | null>
  /** The zone of the typed times. */
  zone: string
  defaults: AppointmentDefaults
  onClose?: () => void
}

/** Books an appointment. */
export function NewAppointmentDialog({ dialog, zone, defaults, onClose }: Props) {
  const { form: words } = useCalendarWords()
  return (
    <Dialog dialog={dialog} label={words.create} className={styles.dialog} {...(onClose && { onClose })}>
      {(close) => <NewAppointment zone={zone} defaults={defaults} close={close} />}
    </Dialog>
  )
}

/** Creates an appointment. Sent again after an error, the same one is created once. */
function useCreate(zone: string, defaults: AppointmentDefaults, created: (appointment: Appointment) => void) {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const sent = useRef({ given: '', key: newId() })
  return async (draft: AppointmentDraft, force: boolean) => {
    const given = { ...newAppointmentOf(zone, draft, defaults), force }
    const text = JSON.stringify(given)
    if (sent.current.given !== text) sent.current = { given: text, key: newId() }
    const appointment = await client.appointments.create.mutate({
      ...{ site: site.id, ...given, idempotencyKey: sent.current.key },
    })
    void queries.invalidateQueries({ queryKey: keys.appointments(site.id) })
    created(appointment)
  }
}

type FormProps = { zone: string; defaults: AppointmentDefaults; close: () => void }

function NewAppointment({ zone, defaults, close }: FormProps) {
  const { form: words } = useCalendarWords()
  const times = useZonedTimes(zone)
  const [first] = useState(() => newDraft(zone, defaults, Date.now()))
  const [taken, setTaken] = useState<{ start: number; taken: Taken }>()
  const create = useCreate(zone, defaults, ({ start }) => {
    close()
    toast(words.created(times.whole(start)))
  })
  const force = useRef(false)
  const draft = useDraft(first, async (typed) => {
    const isForced = force.current
    force.current = false
    try {
      await create(typed, isForced)
    } catch (error) {
      const found = takenIn(error)
      if (found) setTaken({ start: startOf(zone, typed), taken: found })
      throw error
    }
  })
  const isSame = taken?.start === startOf(zone, draft.value)
  const submit = (isForced: boolean) => {
    force.current = isForced
    setTaken(undefined)
    void draft.save()
  }
  return (
    <Form
      draft={{ ...draft, faults: shownFaults(draft.faults) }}
      submit={() => submit(false)}
      noValidate
      className="stack gap-4"
    >
      <h2>{words.create}</h2>
      <AppointmentFields zone={zone} isNew />
      <Attendee defaults={defaults} />
      {taken && isSame && (
        <TimeTaken
          taken={taken.taken}
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

function Attendee({ defaults: { jobId, contactId, attendee } }: Pick<FormProps, 'defaults'>) {
  const { form: words } = useCalendarWords()
  if (jobId || contactId)
    return attendee ? (
      <p>
        {words.for}: <bdi>{attendee}</bdi>
      </p>
    ) : null
  return (
    <fieldset className="stack">
      <legend className="strong">{words.attendee}</legend>
      <TextField label={words.name} path="contact.name" maxLength={200} />
      <div className="grid">
        <TextField label={words.email} path="contact.email" type="email" />
        <TextField label={words.phone} path="contact.phone" type="tel" />
      </div>
    </fieldset>
  )
}
