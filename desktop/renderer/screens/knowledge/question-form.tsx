import { type FormEvent, useId, useState } from 'react'

type Props = {
  label: string
  example: string
  /** What the button says. */
  submit: string
  busy: boolean
  ask: (question: string) => void
  /** Whether the field is empty once it was asked. */
  clears?: boolean
}

const mostCharacters = 1000

/** A field for a question as a visitor might ask it. While one is being answered, no other is asked. */
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
        maxLength={mostCharacters}
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
