import { useQueryClient } from '@tanstack/react-query'
import type { Callback } from '../../../../shared/callback.ts'
import { OneTextForm } from '../../form/one-text-form.tsx'
import { wordsOf } from '../../live/connection.ts'
import { useDesk } from '../../live/desk.tsx'
import { keys } from '../../live/keys.ts'
import { toast } from '../../ui/toast.ts'
import { useCallbacksWords } from '../../words/screen-words.ts'
import { nameOf } from './rows.ts'

type Props = { callback: Callback; close: () => void }

/** Edits the note on a callback in place. */
export function NoteForm({ callback, close }: Props) {
  const words = useCallbacksWords()
  const write = useWriteNote(callback)
  return (
    <OneTextForm
      name={words.noteOf(nameOf(callback, words.nameless))}
      field={{ label: words.note, hint: words.noteHint, path: 'note', lines: 3 }}
      saved={callback.note ?? ''}
      write={async (note) => {
        await write(note)
        close()
      }}
      close={close}
    />
  )
}

/** Saves a note, updates it wherever the callback is shown, and offers to undo. */
function useWriteNote({ id, note: before }: Callback) {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const words = useCallbacksWords()
  const write = async (note: string) => {
    await client.callbacks.update.mutate({ site: site.id, id, note })
    await queries.invalidateQueries({ queryKey: keys.callbacks(site.id) })
  }
  const undo = () => void write(before ?? '').catch((error) => toast(wordsOf(error), { tone: 'danger' }))
  return async (note: string) => {
    await write(note)
    if (note.trim() !== (before ?? '')) toast(words.noteSaved, { undo })
  }
}
