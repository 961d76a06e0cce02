import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Callback } from '../../../shared/callback.ts'
import { wordsOf } from '../connection.ts'
import { useDesk } from '../data/desk.tsx'
import { keys } from '../data/queries.ts'
import { say } from '../data/toasts.ts'
import { useDraft } from '../settings/draft.ts'
import { FaultsProvider, faultsOf, noFaults, stillWrong } from '../settings/faults.ts'
import { FormActions } from '../settings/form-actions.tsx'
import { TextField } from '../settings/text-field.tsx'
import { nameOf } from './rows.ts'
import { useCallbacksWords } from './words.ts'

type Given = { callback: Callback; close: () => void }

/** The note on a callback, written where it stands. What is refused stays as it was typed. */
export function NoteForm({ callback, close }: Given) {
  const words = useCallbacksWords()
  const form = useRef<HTMLFormElement>(null)
  const write = useWriteNote(callback)
  const saved = { note: callback.note ?? '' }
  const [refused, setRefused] = useState({ value: saved, faults: noFaults })
  const { value, change, saving, save } = useDraft(saved, async (value) => {
    try {
      await write(value.note)
    } catch (error) {
      setRefused({ value, faults: faultsOf(error) })
      throw error
    }
    close()
  })
  useEffect(() => {
    const field = form.current?.querySelector('textarea')
    field?.focus()
    field?.setSelectionRange(field.value.length, field.value.length)
  }, [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  const press = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit()
    if (event.key === 'Escape' && saving.state !== 'saving') close()
  }
  return (
    <FaultsProvider value={stillWrong(refused.faults, refused.value, value)}>
      <form
        ref={form}
        className="settings-card"
        aria-label={words.noteOf(nameOf(callback, words.nameless))}
        onSubmit={submit}
        onKeyDown={press}
        noValidate
      >
        <TextField
          label={words.note}
          hint={words.noteHint}
          path="note"
          lines={3}
          value={value.note}
          change={(note) => change({ note })}
        />
        <FormActions saving={saving} close={close} />
      </form>
    </FaultsProvider>
  )
}

/** Saves a note, shows it wherever the callback is, and offers to take it back. */
function useWriteNote({ id, note: before }: Callback) {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const words = useCallbacksWords()
  const write = async (note: string) => {
    await client.callbacks.update.mutate({ site: site.id, id, note })
    await queries.invalidateQueries({ queryKey: keys.callbacks(site.id) })
  }
  const undo = () => void write(before ?? '').catch((error) => say(wordsOf(error), { tone: 'danger' }))
  return async (note: string) => {
    await write(note)
    if (note.trim() !== (before ?? '')) say(words.noteSaved, { undo })
  }
}
