import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { CannedActions, CannedReply } from '../../../../shared/canned-reply.ts'
import { CardForm } from '../../form/card-form.tsx'
import { useDraft } from '../../form/draft.ts'
import { SelectField, Switch, TextField } from '../../form/fields.tsx'
import { useField } from '../../form/form.tsx'
import { TemplateField } from '../../form/template-field.tsx'
import { fillVariables } from '../../live/canned.ts'
import { useDesk } from '../../live/desk.tsx'
import { keys } from '../../live/keys.ts'
import { assignsToNobody } from '../../live/macro.ts'
import { labelsQuery, statusQuery } from '../../live/queries.ts'
import { useWords } from '../../words/words.tsx'
import { unknownVariables, variables } from './variables.ts'

const noActions: CannedActions = { addLabels: [], assignTo: null, snooze: null, close: false, note: '' }
const nothing = { shortcut: '', title: '', text: '', actions: noActions }
type Fields = typeof nothing

/** Creates or edits a canned reply. */
export function CannedForm({ reply, close }: { reply?: CannedReply; close: () => void }) {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const { canned: words } = useWords()
  const first: Fields = reply
    ? { shortcut: reply.shortcut, title: reply.title, text: reply.text, actions: reply.actions }
    : nothing
  const draft = useDraft(first, async ({ shortcut, title, text, actions }) => {
    const fields = { site: site.id, shortcut: shortcut.replace(/^\//, ''), title, text, actions }
    if (reply) await client.cannedReplies.update.mutate({ ...fields, id: reply.id })
    else await client.cannedReplies.create.mutate(fields)
    await queries.invalidateQueries({ queryKey: keys.canned(site.id) })
    close()
  })
  return (
    <CardForm label={reply ? words.edit : words.add} draft={draft} close={close}>
      <div className="grid">
        <TextField
          label={words.shortcut}
          hint={words.shortcutHint}
          path="shortcut"
          type="code"
          required
          maxLength={41}
          pattern="/?[\p{L}\p{N}_\-]+"
          title={words.shortcutHint}
          isFirst
        />
        <TextField label={words.titleField} hint={words.titleHint} path="title" maxLength={100} />
      </div>
      <TemplateField
        label={words.text}
        hint={words.variables}
        path="text"
        lines={5}
        required
        maxLength={4000}
        variables={variables.map((name) => ({ text: `{{${name}}}`, hint: words.variable[name] }))}
      >
        <Preview text={draft.value.text} />
      </TemplateField>
      <Actions />
    </CardForm>
  )
}

/** What happens after the reply was sent. */
function Actions() {
  const desk = useDesk()
  const { canned: words } = useWords()
  const { data: status } = useQuery(statusQuery(desk))
  const assign = useField<string | null>({ path: 'actions.assignTo' })
  const snooze = useField<CannedActions['snooze']>({ path: 'actions.snooze' })
  const people = (status?.agents ?? []).map(({ email, name }) => [email, name ?? email] as const)
  return (
    <fieldset className="stack gap-3">
      <legend>{words.actions}</legend>
      <p className="muted">{words.actionsHint}</p>
      <LabelChoice />
      <SelectField
        label={words.assignTo}
        path="actions.assignTo"
        value={assign.value ?? ''}
        change={(to) => assign.change(to || null)}
        choices={[['', words.assignToNone], [assignsToNobody, words.assignToNobody], ...people]}
      />
      <SelectField
        label={words.snooze}
        path="actions.snooze"
        value={snooze.value ?? ''}
        change={(until) => snooze.change(until || null)}
        choices={{ '': words.snoozeNone, ...words.until }}
      />
      <TextField label={words.noteAfter} path="actions.note" lines={2} maxLength={5000} />
      <Switch label={words.closeAfter} path="actions.close" />
    </fieldset>
  )
}

function LabelChoice() {
  const { canned: words } = useWords()
  const { data } = useQuery(labelsQuery(useDesk()))
  const { value: chosen = [], change } = useField<string[]>({ path: 'actions.addLabels' })
  const labels = data?.labels ?? []
  return (
    <fieldset className="cluster">
      <legend>{words.addLabels}</legend>
      {data && labels.length === 0 && <p className="muted">{words.noLabels}</p>}
      {labels.map(({ id, name }) => (
        <label key={id} className="row gap-1">
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            onChange={({ target }) => change([...chosen.filter((one) => one !== id), ...(target.checked ? [id] : [])])}
          />
          <bdi>{name}</bdi>
        </label>
      ))}
    </fieldset>
  )
}

function Preview({ text }: { text: string }) {
  const { me, site } = useDesk()
  const { canned: words } = useWords()
  if (text.trim() === '') return null
  const unknown = unknownVariables(text)
  const fillings = {
    visitor: words.example,
    agent: { name: me.name },
    business: { name: site.businessName },
    site: { name: site.name },
  }
  return (
    <section className="stack gap-1 preview" aria-label={words.preview}>
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
