import { useState } from 'react'
import { wordsOf } from '../app/connection.ts'
import { focusAtFirst } from './focus-at-first.ts'
import { toast } from './toast.ts'

type Props = {
  words: string
  /** What the button is called where its words do not say of what. */
  label: string
  sure: string
  hint?: string
  /** What comes of it, told once it is asked. */
  question?: string
  remove: () => Promise<unknown>
}

/** Takes something away for good, and asks once more before: the second click stands where the first was. */
export function RemoveButton({ words, label, sure, hint, question, remove }: Props) {
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  if (!asked)
    return (
      <button type="button" className="quiet" aria-label={label} title={hint} onClick={() => setAsked(true)}>
        {words}
      </button>
    )
  const finish = async () => {
    setBusy(true)
    try {
      await remove()
    } catch (error) {
      toast(wordsOf(error), { tone: 'danger' })
      setBusy(false)
      setAsked(false)
    }
  }
  const keep = () => {
    if (!busy) setAsked(false)
  }
  return (
    <>
      {question && (
        <span className="question" role="status">
          {question}
        </span>
      )}
      <button
        type="button"
        className="danger"
        title={hint}
        onClick={finish}
        onBlur={keep}
        onKeyDown={({ key }) => key === 'Escape' && keep()}
        disabled={busy}
        ref={focusAtFirst}
      >
        {sure}
      </button>
    </>
  )
}
