/** @jsxImportSource preact */
import { useMemo } from 'preact/hooks'
import type { FormField } from '../../../../shared/form.ts'
import type { BookingQuestion, BookingTalk, Offer } from '../../booking.ts'
import type { BookingWords } from '../../words/booking/en.ts'
import type { AllWords } from '../../words/later/all-words.ts'
import { ChatProvider, useBookingChat } from '../chat-context.tsx'
import { Form } from '../parts/form.tsx'
import type { Booking, Details as Given } from './use-booking.ts'

type Props = { booking: Booking; calls: BookingTalk }

/** Who books: what the site and its calendar ask for. What is typed is kept when the page is left. */
export function Details({ booking, calls }: Props) {
  const chat = useBookingChat()
  const { words, state } = chat
  const { offer, busy } = booking.view
  // What the fields begin with; afterwards they are on their own.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  const known = useMemo(() => ({ ...state.known, ...calls.draft().details }), [])
  if (!offer) return null
  const fields = fieldsOf(offer, words)
  const keep = ({ target }: Event) => {
    const control = target as HTMLInputElement
    if (!control.name) return
    const value = control.type === 'checkbox' && !control.checked ? '' : control.value
    calls.keep({ details: { ...calls.draft().details, [control.name]: value } })
  }
  return (
    <ChatProvider value={{ ...chat, state: { ...state, known } }}>
      <div class="details" onInput={keep}>
        <Form
          title={words.yourDetails}
          fields={fields}
          submitLabel={busy === 'booking' ? words.bookingNow : words.bookNow}
          submit={(answers) => void booking.book(detailsOf(offer, answers))}
          needsReach={offer.phone !== 'no'}
          isBusy={busy === 'booking'}
        />
      </div>
    </ChatProvider>
  )
}

/** Ids of questions are arbitrary texts, so fields are named by position. */
const nameOf = (at: number) => `question-${at}`

function fieldsOf({ phone, email, questions }: Offer, words: AllWords & BookingWords): FormField[] {
  const needsEmail = email === 'required' || phone === 'no'
  return [
    { name: 'name', label: words.detailName, type: 'text', required: true },
    { name: 'email', label: words.detailEmail, type: 'email', required: needsEmail },
    ...(phone === 'no'
      ? []
      : [{ name: 'phone', label: words.detailPhone, type: 'tel', required: phone === 'required' } as const]),
    ...questions.map((question, at) => fieldOf(question, nameOf(at), words)),
    { name: 'notes', label: words.detailNotes, type: 'textarea', required: false },
  ]
}

const types = { text: 'text', number: 'number', phone: 'tel', choice: 'select', yesNo: 'select' } as const

function fieldOf(
  { label, kind, required, choices }: BookingQuestion,
  name: string,
  words: AllWords & BookingWords,
): FormField {
  const options = {
    choice: choices.map((choice) => ({ label: choice, value: choice })),
    yesNo: [
      { label: words.yes, value: 'true' },
      { label: words.no, value: 'false' },
    ],
  }
  const hasOptions = kind === 'choice' || kind === 'yesNo'
  return { name, label, type: types[kind], required, ...(hasOptions && { options: options[kind] }) }
}

function detailsOf({ questions }: Offer, given: Record<string, string>): Given {
  const { name = '', email, phone, notes } = given
  const answers = Object.fromEntries(
    questions.flatMap(({ id }, at) => {
      const answer = given[nameOf(at)]
      return answer ? [[id, answer]] : []
    }),
  )
  return {
    name,
    ...(email && { email }),
    ...(phone && { phone }),
    ...(notes && { notes }),
    ...(Object.keys(answers).length > 0 && { answers }),
  }
}
