/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import { answerWords } from '../../../../shared/form-words.ts'
import { readAppointment } from '../../appointment.ts'
import type { Entry } from '../../talk.ts'
import { usePartChat } from '../chat-context.tsx'
import { BookingPart, PickerOffer } from './booking-part.tsx'
import { Card, Carousel } from './card.tsx'
import { Form } from './form.tsx'
import { LinkList } from './link-list.tsx'
import { Options } from './options.tsx'
import { Sent, Ticks } from './ticks.tsx'

/** The interactive content of a message: options, forms, cards, links. */
export function RichBody({ entry }: { entry: Entry }): ComponentChildren {
  switch (entry.type) {
    case 'options':
      return entry.multi ? <Ticks entry={entry} /> : <Options entry={entry} />
    case 'card':
      if (entry.picker) return <PickerOffer entry={entry} />
      if (readAppointment(entry)) return <BookingPart part="AppointmentCard" entry={entry} />
      return <Card entry={entry} card={entry} />
    case 'carousel':
      return <Carousel entry={entry} cards={entry.cards} />
    case 'links':
      return <Links entry={entry} />
    case 'form':
      return <EntryForm entry={entry} />
    default:
      return null
  }
}

function Links({ entry: { title, links } }: { entry: Extract<Entry, { type: 'links' }> }) {
  return (
    <div class="panel links">
      {title && (
        <p class="heading" dir="auto">
          {title}
        </p>
      )}
      <LinkList items={links} />
    </div>
  )
}

function EntryForm({ entry }: { entry: Extract<Entry, { type: 'form' }> }) {
  const { stage, words } = usePartChat()
  const { id, title = words.form, fields, submitLabel = words.submit, answer } = entry
  if (answer !== undefined)
    return (
      <div class="panel">
        <p class="heading" dir="auto">
          {title}
        </p>
        <Sent />
      </div>
    )
  const submit = (answers: Record<string, string>) =>
    stage.talk.act({
      ...{ id, value: stage.mounting.natives.stringify(answers), label: title },
      words: answerWords(fields, answers),
    })
  return (
    <Form
      title={title}
      fields={fields}
      submitLabel={submitLabel}
      submit={submit}
      needsReach={entry.purpose === 'callback'}
    />
  )
}
