import { Lock, Pencil, Trash2 } from 'lucide-react'
import { memo, useState } from 'react'
import type { Note } from '../../../../../shared/note.ts'
import { useTimes } from '../../../ui/format.ts'
import { Formatted } from '../../../ui/message/formatted.tsx'
import { useWords } from '../../../words/words.tsx'
import styles from './conversation.module.css'
import { NoteEditor, RemoveNote } from './note-editor.tsx'

/** A note among the messages, with its own background. Its author can edit and delete it. */
export const NoteRow = memo(function NoteRow({ note, me }: { note: Note; me: string }) {
  return (
    <li className="note-row">
      <NotePaper note={note} me={me} />
    </li>
  )
})

export function NotePaper({ note, me }: { note: Note; me: string }) {
  const words = useWords().conversation
  const times = useTimes()
  const [doing, setDoing] = useState<'edit' | 'remove'>()
  const done = () => setDoing(undefined)
  const { author, authorName, editedBy, editedName, createdAt, updatedAt } = note
  const isMine = author === me
  return (
    <article className="note" aria-label={words.note.text}>
      <header>
        <bdi className="strong">{isMine ? words.you : (authorName ?? author)}</bdi>
        <time dateTime={new Date(createdAt).toISOString()} title={times.whole(createdAt)}>
          {times.clock(createdAt)}
        </time>
        {updatedAt > createdAt && (
          <span>{editedBy === null ? words.note.edited : words.note.editedBy(editedName ?? editedBy)}</span>
        )}
        {isMine && !doing && (
          <span className="tools">
            <Tool label={words.note.edit} icon={<Pencil size={14} aria-hidden />} press={() => setDoing('edit')} />
            <Tool label={words.note.remove} icon={<Trash2 size={14} aria-hidden />} press={() => setDoing('remove')} />
          </span>
        )}
      </header>
      {doing === 'edit' ? <NoteEditor note={note} done={done} /> : <Formatted text={note.text} markdown={false} />}
      {doing === 'remove' && <RemoveNote note={note} done={done} />}
      <p className="only">
        <Lock size={12} aria-hidden />
        {words.note.onlyTeam}
      </p>
    </article>
  )
}

function Tool({ label, icon, press }: { label: string; icon: React.ReactNode; press: () => void }) {
  return (
    <button type="button" className={`icon ${styles.small}`} aria-label={label} title={label} onClick={press}>
      {icon}
    </button>
  )
}
