import type { FormEvent, KeyboardEvent } from 'react'
import type { Note } from '../../../../../shared/note.ts'
import { useAction } from '../../../live/action.ts'
import { useDesk } from '../../../live/desk.tsx'
import { focusAtFirst } from '../../../ui/focus.ts'
import { useWords } from '../../../words/words.tsx'

type Props = { note: Note; done: () => void }

/** Edits a note. */
export function NoteEditor({ note, done }: Props) {
  const words = useWords()
  const act = useAction()
  const { client, site } = useDesk()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('text')).trim()
    done()
    if (text === '' || text === note.text) return
    void act({
      id: note.conversationId ?? '',
      answer: (answer) => ({
        ...answer,
        notes: answer.notes.map((one) => (one.id === note.id ? { ...one, text } : one)),
      }),
      run: () => client.notes.update.mutate({ site: site.id, id: note.id, text }),
    })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key === 'Escape') done()
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit()
    event.stopPropagation()
  }
  return (
    <form onSubmit={submit} onKeyDown={onKeyDown}>
      <textarea
        name="text"
        rows={3}
        maxLength={5000}
        defaultValue={note.text}
        aria-label={words.conversation.note.text}
        dir="auto"
        ref={focusAtEnd}
      />
      <div className="row">
        <button type="submit">{words.common.save}</button>
        <button type="button" className="quiet" onClick={done}>
          {words.common.cancel}
        </button>
      </div>
    </form>
  )
}

function focusAtEnd(field: HTMLTextAreaElement | null) {
  field?.focus()
  field?.setSelectionRange(field.value.length, field.value.length)
}

/** Asks for confirmation before deleting a note. */
export function RemoveNote({ note, done }: Props) {
  const words = useWords()
  const act = useAction()
  const { client, site } = useDesk()
  const remove = () => {
    done()
    void act({
      id: note.conversationId ?? '',
      answer: (answer) => ({ ...answer, notes: answer.notes.filter((one) => one.id !== note.id) }),
      run: () => client.notes.delete.mutate({ site: site.id, id: note.id }),
      toast: words.conversation.note.removed,
    })
  }
  return (
    <div className="row">
      <button type="button" className="danger" onClick={remove} ref={focusAtFirst}>
        {words.conversation.note.removeNow}
      </button>
      <button type="button" className="quiet" onClick={done}>
        {words.common.cancel}
      </button>
    </div>
  )
}
