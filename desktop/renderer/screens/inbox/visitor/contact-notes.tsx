import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { wordsOf } from '../../../live/connection.ts'
import { useDesk } from '../../../live/desk.tsx'
import { keys } from '../../../live/keys.ts'
import { useLead } from '../../../live/queries.ts'
import { useTimes } from '../../../ui/format.ts'
import { Formatted } from '../../../ui/message/formatted.tsx'
import { toast } from '../../../ui/toast.ts'
import { useWords } from '../../../words/words.tsx'
import { Section } from './section.tsx'

/** The team's notes on a contact, from here and other conversations. */
export function ContactNotes({ leadId }: { leadId: string }) {
  const words = useWords()
  const times = useTimes()
  const { data } = useLead(leadId)
  const notes = data?.teamNotes ?? []
  return (
    <Section name="notes" title={words.visitor.teamNotes}>
      {data && notes.length === 0 && <p className="muted">{words.visitor.noNotes}</p>}
      {notes.map((note) => (
        <article key={note.id} className="note" aria-label={words.conversation.note.text}>
          <header>
            <bdi className="strong">{note.authorName ?? note.author}</bdi>
            <time dateTime={new Date(note.createdAt).toISOString()}>{times.whole(note.createdAt)}</time>
            {note.editedBy !== null && (
              <span>{words.conversation.note.editedBy(note.editedName ?? note.editedBy)}</span>
            )}
          </header>
          <Formatted text={note.text} markdown={false} />
        </article>
      ))}
      <NewContactNote leadId={leadId} />
    </Section>
  )
}

function NewContactNote({ leadId }: { leadId: string }) {
  const words = useWords().visitor
  const queries = useQueryClient()
  const { client, site } = useDesk()
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const text = String(new FormData(form).get('text')).trim()
    if (text === '') return
    setBusy(true)
    try {
      await client.leads.note.mutate({ site: site.id, id: leadId, text })
      form.reset()
      await queries.invalidateQueries({ queryKey: keys.lead(site.id, leadId) })
    } catch (error) {
      toast(wordsOf(error), { tone: 'danger' })
    }
    setBusy(false)
  }
  return (
    <form className="stack new-note" onSubmit={submit} onKeyDown={(event) => event.stopPropagation()}>
      <textarea
        className="note-paper"
        name="text"
        rows={2}
        maxLength={5000}
        dir="auto"
        aria-label={words.addNote}
        placeholder={words.addNote}
      />
      <button type="submit" className="quiet" disabled={busy}>
        {words.addNote}
      </button>
    </form>
  )
}
