import { type FormEvent, useId, useState } from 'react'

type Props = {
  label: string
  example: string
  /** The button's label. */
  submit: string
  busy: boolean
  ask: (question: string) => void
  /** Whether the field is cleared after asking. */
  clears?: boolean
}

const maxCharacters = 1000

/** A field for a visitor's question. Disabled while an answer is awaited. */
export function QuestionForm({ label, example, submit, busy, ask, clears = false }: Props) {
  const [question, setQuestion] = useState('')
  const id = useId()
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const asked = question.trim()
    if (asked === '' || busy) return
    ask(asked)
    if (clears) setQuestion('')
  }
  return (
    <form className="settings-tools" onSubmit={send}>
      <label className="unseen" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        type="search"
        dir="auto"
        autoComplete="off"
        maxLength={maxCharacters}
        placeholder={example}
        value={question}
        onChange={(event) => setQuestion(event.target.value)}
      />
      <button type="submit" aria-disabled={busy}>
        {submit}
      </button>
    </form>
  )
}
