import { useState } from 'react'
import { wordsOf } from '../live/connection.ts'
import { focusAtFirst } from './focus.ts'
import { toast } from './toast.ts'

type Props = {
  words: string
  /** The accessible name, if its text does not say what is deleted. */
  label: string
  sure: string
  hint?: string
  /** The consequence, shown when asking for confirmation. */
  question?: string
  remove: () => Promise<unknown>
}

/** Deletes something after a confirmation. The second click is in the same place as the first. */
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
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          // It would also leave the page.
          event.preventDefault()
          keep()
        }}
        disabled={busy}
        ref={focusAtFirst}
      >
        {sure}
      </button>
    </>
  )
}
