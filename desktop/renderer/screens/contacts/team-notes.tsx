import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { LeadDetail } from '../../../../shared/lead-detail.ts'
import type { Note } from '../../../../shared/note.ts'
import { Section } from '../../form/fields.tsx'
import { watchUnsaved } from '../../form/unsaved.ts'
import { useCommand } from '../../keys/commands.tsx'
import { KeysOf } from '../../keys/key-caps.tsx'
import { wordsOf } from '../../live/connection.ts'
import { useDesk } from '../../live/desk.tsx'
import { keys } from '../../live/keys.ts'
import { newId } from '../../live/new-id.ts'
import { useTimes } from '../../ui/format.ts'
import { Link } from '../../ui/link.tsx'
import { Formatted } from '../../ui/message/formatted.tsx'
import { RemoveButton } from '../../ui/remove-button.tsx'
import { toast } from '../../ui/toast.ts'
import { useContactsWords } from '../../words/screen-words.ts'
import { useWords } from '../../words/words.tsx'

/** The team's notes on a contact, from here and its conversations, newest first. */
export function TeamNotes({ lead }: { lead: LeadDetail }) {
  const words = useContactsWords().notes
  const notes = lead.teamNotes.toReversed()
  return (
    <Section title={words.title}>
      <NewNote leadId={lead.id} />
      {notes.length === 0 && <p className="muted">{words.none}</p>}
      {notes.map((note) => (
        <Paper key={note.id} note={note} leadId={lead.id} />
      ))}
    </Section>
  )
}

function Paper({ note, leadId }: { note: Note; leadId: string }) {
  const words = useContactsWords().notes
  const times = useTimes()
  const queries = useQueryClient()
  const { client, site, me } = useDesk()
  const { id, author, authorName, editedBy, editedName, createdAt, conversationId, text } = note
  const { editedBy: editedByWords } = useWords().conversation.note
  const remove = async () => {
    await client.notes.delete.mutate({ site: site.id, id })
    await queries.invalidateQueries({ queryKey: keys.lead(site.id, leadId) })
  }
  return (
    <article className="note" aria-label={words.title}>
      <header>
        <bdi className="strong">{authorName ?? author}</bdi>
        <time dateTime={new Date(createdAt).toISOString()}>{times.whole(createdAt)}</time>
        {editedBy !== null && <span>{editedByWords(editedName ?? editedBy)}</span>}
        {conversationId !== null && (
          <Link to={{ page: 'inbox', list: 'all', id: conversationId }}>{words.inConversation}</Link>
        )}
      </header>
      <Formatted text={text} markdown={false} />
      {author === me.email && (
        <div className="row">
          <RemoveButton words={words.remove} label={words.remove} sure={words.sure} remove={remove} />
        </div>
      )}
    </article>
  )
}

/** The note field. ⌘↵ saves, Escape leaves it. */
function NewNote({ leadId }: { leadId: string }) {
  const words = useContactsWords()
  const field = useRef<HTMLTextAreaElement>(null)
  const { text, isBusy, type, send } = useWriting(leadId)
  const begin = () => field.current?.focus()
  const { commands, title: group } = words
  useCommand({ id: 'contacts.note', words: commands.note, group, keys: 'n', run: begin })
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
        maxLength={5000}
        dir="auto"
        aria-label={words.notes.write}
        placeholder={words.notes.hint}
        value={text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <button type="submit" className="quiet" disabled={isBusy || text.trim() === ''}>
        {words.notes.save} <KeysOf id="contacts.note" />
      </button>
    </form>
  )
}

/** The note being written. Its key prevents duplicates if it is sent again. Leaving it asks first. */
function useWriting(leadId: string) {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const [text, setText] = useState('')
  const [isBusy, setBusy] = useState(false)
  const key = useRef(newId())
  const isBegun = text.trim() !== ''
  useEffect(() => (isBegun ? watchUnsaved() : undefined), [isBegun])
  const send = async () => {
    if (!isBegun || isBusy) return
    setBusy(true)
    try {
      await client.leads.note.mutate({ site: site.id, id: leadId, text: text.trim(), idempotencyKey: key.current })
      setText('')
      key.current = newId()
      await queries.invalidateQueries({ queryKey: keys.lead(site.id, leadId) })
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
