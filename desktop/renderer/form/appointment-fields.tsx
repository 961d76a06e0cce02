import { useCalendarWords } from '../words/screen-words.ts'
import { NumberField, TextField } from './fields.tsx'
import { Field, useField } from './form.tsx'

/** Title, time, place and notes of an appointment. */
export function AppointmentFields({ zone, isNew = false }: { zone: string; isNew?: boolean }) {
  const { form: words } = useCalendarWords()
  return (
    <>
      <TextField label={words.title} hint={isNew ? words.titleHint : undefined} path="title" maxLength={160} isFirst />
      <div className="grid">
        <TimeField type="date" label={words.date} path="date" />
        <TimeField type="time" label={words.time} path="time" hint={words.inZone(zone)} />
        <NumberField
          label={words.duration}
          hint={isNew ? words.durationHint : undefined}
          path="duration"
          min={1}
          max={44_640}
        />
      </div>
      <TextField label={words.location} hint={words.locationHint} path="location" maxLength={500} />
      <TextField label={words.notes} hint={words.notesHint} path="notes" lines={3} maxLength={4000} />
    </>
  )
}

type TimeProps = { type: 'date' | 'time'; label: string; path: string; hint?: string }

function TimeField({ type, label, path, hint }: TimeProps) {
  const { value = '', change } = useField<string>({ path })
  return (
    <Field label={label} path={path} hint={hint}>
      {(control) => (
        <input type={type} required value={value} onChange={({ target }) => change(target.value)} {...control} />
      )}
    </Field>
  )
}
