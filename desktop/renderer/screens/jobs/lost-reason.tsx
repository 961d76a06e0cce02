import { type FormEvent, useEffect, useRef, useState } from 'react'
import { createStore, useStore } from '../../live/store.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { focusAtFirst } from '../../ui/focus.ts'
import { useBoardWords } from '../../words/screen-words.ts'
import { useWords } from '../../words/words.tsx'

const maxLength = 500

/** What was lost, and who waits for the reason. */
type Question = { title?: string; count: number; answer: (reason: string | null) => void }

const asked = createStore<Question | null>(null)

/** Asks why jobs were lost. @returns the reason, which may be empty; null if they are not to be moved */
export const askReason = (about: Pick<Question, 'title' | 'count'>): Promise<string | null> =>
  new Promise((resolve) => {
    asked.get()?.answer(null)
    asked.set({
      ...about,
      answer(reason) {
        asked.set(null)
        resolve(reason)
      },
    })
  })

/** The dialog of `askReason`. Escape cancels the move. */
export function LostReasonDialog() {
  const { lost: words } = useBoardWords()
  const dialog = useRef<HTMLDialogElement>(null)
  const question = useStore(asked, (now) => now)
  useEffect(() => {
    if (question && !dialog.current?.open) dialog.current?.showModal()
    if (!question) dialog.current?.close()
  }, [question])
  // A person who leaves the board has not moved the job.
  useEffect(() => () => asked.get()?.answer(null), [])
  const title = question?.title === undefined ? words.titleOfMany(question?.count ?? 0) : words.title(question.title)
  return (
    <Dialog dialog={dialog} label={title} onClose={() => asked.get()?.answer(null)}>
      {() => <ReasonForm title={title} answer={(reason) => asked.get()?.answer(reason)} />}
    </Dialog>
  )
}

function ReasonForm({ title, answer }: { title: string; answer: (reason: string | null) => void }) {
  const { lost: words } = useBoardWords()
  const { common } = useWords()
  const [reason, setReason] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    answer(reason.trim())
  }
  return (
    <form className="stack gap-4" onSubmit={submit}>
      <h2 dir="auto">{title}</h2>
      <label>
        {words.reason}
        <input
          value={reason}
          maxLength={maxLength}
          dir="auto"
          autoComplete="off"
          onChange={({ target }) => setReason(target.value)}
          ref={focusAtFirst}
        />
        <small>{words.hint}</small>
      </label>
      <div className="cluster">
        <button type="submit">{words.move}</button>
        <button type="button" className="quiet" onClick={() => answer(null)}>
          {common.cancel}
        </button>
      </div>
    </form>
  )
}
