import { Pencil } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { JobDetail, JobNote } from '../../../../shared/job.ts'
import { Section } from '../../form/fields.tsx'
import { OneTextForm } from '../../form/one-text-form.tsx'
import { watchUnsaved } from '../../form/unsaved.ts'
import { useCommand } from '../../keys/commands.tsx'
import { KeysOf } from '../../keys/key-caps.tsx'
import { wordsOf } from '../../live/connection.ts'
import { useDesk } from '../../live/desk.tsx'
import { newId } from '../../live/new-id.ts'
import { useTimes } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Formatted } from '../../ui/message/formatted.tsx'
import { RemoveButton } from '../../ui/remove-button.tsx'
import { toast } from '../../ui/toast.ts'
import { useJobPageWords, useJobsWords } from '../../words/screen-words.ts'
import { useShowJob } from './save-job.ts'

/** The team's notes on a job, newest first. */
export function JobNotes({ job }: { job: JobDetail }) {
  const { notes: words } = useJobPageWords()
  return (
    <Section title={words.title}>
      <NewNote id={job.id} />
      {job.notes.length === 0 && <p className="muted">{words.none}</p>}
      {job.notes.toReversed().map((note) => (
        <Paper key={note.id} note={note} job={job.id} />
      ))}
    </Section>
  )
}

/** Its author can edit and delete it. */
function Paper({ note, job }: { note: JobNote; job: string }) {
  const { notes: words } = useJobPageWords()
  const times = useTimes()
  const { client, site, me } = useDesk()
  const show = useShowJob(job)
  const [isEditing, setEditing] = useState(false)
  const { id, author, authorName, text, createdAt, updatedAt } = note
  const isMine = author === me.email
  const done = () => setEditing(false)
  const write = async (next: string) => {
    if (next.trim() !== '') await client.notes.update.mutate({ site: site.id, id, text: next.trim() })
    await show()
    done()
  }
  const remove = async () => {
    await client.notes.delete.mutate({ site: site.id, id })
    await show()
  }
  if (isEditing)
    return (
      <OneTextForm
        name={words.edit}
        field={{ label: words.note, hint: words.hint, path: 'text', lines: 4 }}
        saved={text}
        write={write}
        close={done}
      />
    )
  return (
    <article className="note" aria-label={words.note}>
      <header>
        <bdi className="strong">{authorName || author}</bdi>
        <time dateTime={new Date(createdAt).toISOString()}>{times.whole(createdAt)}</time>
        {updatedAt > createdAt && <span>{words.edited}</span>}
        {isMine && (
          <span className="tools">
            <IconButton Icon={Pencil} label={words.edit} onClick={() => setEditing(true)} />
          </span>
        )}
      </header>
      <Formatted text={text} markdown={false} />
      {isMine && (
        <div className="row">
          <RemoveButton words={words.remove} label={words.remove} sure={words.sure} remove={remove} />
        </div>
      )}
    </article>
  )
}

const maxNote = 5000

/** The note field. ⌘↵ saves, Escape leaves it. */
function NewNote({ id }: { id: string }) {
  const { notes: words, commands } = useJobPageWords()
  const { title: group } = useJobsWords()
  const field = useRef<HTMLTextAreaElement>(null)
  const { text, isBusy, type, send } = useWriting(id)
  useCommand({ id: 'job.note', words: commands.note, group, keys: 'n', run: () => field.current?.focus() })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Escape') event.currentTarget.blur()
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send()
  }
  return (
    <form className="stack new-note" onSubmit={submit}>
      <textarea
        className="note-paper"
        ref={field}
        rows={2}
        maxLength={maxNote}
        dir="auto"
        aria-label={words.write}
        placeholder={words.hint}
        value={text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <button type="submit" className="quiet" disabled={isBusy || text.trim() === ''}>
        {words.save} <KeysOf id="job.note" />
      </button>
    </form>
  )
}

/** The note being written. Its key prevents duplicates if it is sent again. Leaving it asks first. */
function useWriting(id: string) {
  const { client, site } = useDesk()
  const show = useShowJob(id)
  const [text, setText] = useState('')
  const [isBusy, setBusy] = useState(false)
  const key = useRef(newId())
  const isBegun = text.trim() !== ''
  useEffect(() => (isBegun ? watchUnsaved() : undefined), [isBegun])
  const send = async () => {
    if (!isBegun || isBusy) return
    setBusy(true)
    try {
      await client.jobs.note.mutate({ site: site.id, id, text: text.trim(), idempotencyKey: key.current })
      setText('')
      key.current = newId()
      await show()
    } catch (error) {
      toast(wordsOf(error), { tone: 'danger' })
    }
    setBusy(false)
  }
  const type = (next: string) => {
    // Another text is another note, with another key.
    key.current = newId()
    setText(next)
  }
  return { text, isBusy, type, send }
}
