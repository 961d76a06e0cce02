import { useQueryClient } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import type { CannedReply } from '../../../../shared/canned-reply.ts'
import { CardForm } from '../../form/card-form.tsx'
import { useDraft } from '../../form/draft.ts'
import { fillVariables } from '../../live/canned.ts'
import { useDesk } from '../../live/desk.tsx'
import { keys } from '../../live/keys.ts'
import { focusAtFirst } from '../../ui/focus-at-first.ts'
import { useWords } from '../../words/words.tsx'
import { unknownVariables, type Variable, variables } from './variables.ts'

const nothing = { shortcut: '', title: '', text: '' }
type Fields = typeof nothing

/** Makes a canned reply, or changes one. */
export function CannedForm({ reply, close }: { reply?: CannedReply; close: () => void }) {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const { canned: words } = useWords()
  const first: Fields = reply ? { shortcut: reply.shortcut, title: reply.title, text: reply.text } : nothing
  const draft = useDraft(first, async ({ shortcut, title, text }) => {
    const fields = { site: site.id, shortcut: shortcut.replace(/^\//, ''), title, text }
    if (reply) await client.cannedReplies.update.mutate({ ...fields, id: reply.id })
    else await client.cannedReplies.create.mutate(fields)
    await queries.invalidateQueries({ queryKey: keys.canned(site.id) })
    close()
  })
  const { value, change } = draft
  return (
    <CardForm label={reply ? words.edit : words.add} draft={draft} close={close}>
      <div className="settings-pair">
        <ShortcutField value={value.shortcut} change={(shortcut) => change({ shortcut })} />
        <TitleField value={value.title} change={(title) => change({ title })} />
      </div>
      <TextField value={value.text} change={(text) => change({ text })} />
      <Preview text={value.text} />
    </CardForm>
  )
}

type Props = { value: string; change: (value: string) => void }

function ShortcutField({ value, change }: Props) {
  const { canned: words } = useWords()
  const id = useId()
  return (
    <div className="settings-field">
      <label>
        {words.shortcut}
        <input
          required
          maxLength={41}
          pattern="/?[\p{L}\p{N}_\-]+"
          title={words.shortcutHint}
          autoComplete="off"
          spellCheck={false}
          aria-describedby={id}
          value={value}
          onChange={(event) => change(event.target.value)}
          ref={focusAtFirst}
        />
      </label>
      <small id={id}>{words.shortcutHint}</small>
    </div>
  )
}

function TitleField({ value, change }: Props) {
  const { canned: words } = useWords()
  const id = useId()
  return (
    <div className="settings-field">
      <label>
        {words.titleField}
        <input
          maxLength={100}
          dir="auto"
          autoComplete="off"
          aria-describedby={id}
          value={value}
          onChange={(event) => change(event.target.value)}
        />
      </label>
      <small id={id}>{words.titleHint}</small>
    </div>
  )
}

function TextField({ value, change }: Props) {
  const { canned: words } = useWords()
  const field = useRef<HTMLTextAreaElement>(null)
  const put = (name: Variable) => {
    const { selectionStart, selectionEnd } = field.current ?? {
      selectionStart: value.length,
      selectionEnd: value.length,
    }
    change(`${value.slice(0, selectionStart)}{{${name}}}${value.slice(selectionEnd)}`)
    field.current?.focus()
  }
  return (
    <div className="settings-field">
      <label>
        {words.text}
        <textarea
          ref={field}
          required
          rows={5}
          maxLength={4000}
          dir="auto"
          value={value}
          onChange={(event) => change(event.target.value)}
        />
      </label>
      <small>{words.variables}</small>
      <ul className="variables">
        {variables.map((name) => (
          <li key={name}>
            <button type="button" className="quiet" onClick={() => put(name)}>
              <code>{`{{${name}}}`}</code>
            </button>
            <small>{words.variable[name]}</small>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Preview({ text }: { text: string }) {
  const { me, site } = useDesk()
  const { canned: words } = useWords()
  if (text.trim() === '') return null
  const unknown = unknownVariables(text)
  const fillings = { visitor: words.example, agent: { name: me.name }, site: { name: site.name } }
  return (
    <section className="preview" aria-label={words.preview}>
      <h3>{words.preview}</h3>
      <p dir="auto">{fillVariables(text, fillings).trim()}</p>
      {unknown.length > 0 && (
        <p className="warning" role="status">
          {words.unknownVariable(unknown.join(', '))}
        </p>
      )}
    </section>
  )
}
