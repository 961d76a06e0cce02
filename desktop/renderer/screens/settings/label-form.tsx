import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import type { Label } from '../../../../shared/label.ts'
import { CardForm } from '../../form/card-form.tsx'
import { useDraft } from '../../form/draft.ts'
import { Switch } from '../../form/fields.tsx'
import { NameField } from '../../form/name-field.tsx'
import { useDesk } from '../../live/desk.tsx'
import { keys } from '../../live/keys.ts'
import { useWords } from '../../words/words.tsx'
import { ColorChoice } from './color-choice.tsx'

type Props = { label?: Label; colors: string[]; close: () => void }

/** Makes a label, or changes one. */
export function LabelForm({ label, colors, close }: Props) {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const { labels: words } = useWords()
  const first = label ?? { name: '', color: colors[5] ?? colors[0] ?? '#3b82f6', description: '', ai: true }
  const { name, color, description, ai } = first
  const draft = useDraft({ name, color, description, ai }, async (fields) => {
    if (label) await client.labels.update.mutate({ site: site.id, id: label.id, ...fields })
    else await client.labels.create.mutate({ site: site.id, ...fields })
    await queries.invalidateQueries({ queryKey: keys.labels(site.id) })
    close()
  })
  const { value, change } = draft
  const id = useId()
  return (
    <CardForm label={label ? words.edit : words.add} draft={draft} close={close}>
      <NameField label={words.name} most={40} value={value.name} change={(typed) => change({ name: typed })} />
      <ColorChoice colors={colors} value={value.color} choose={(chosen) => change({ color: chosen })} />
      <div className="settings-field">
        <label>
          {words.description}
          <textarea
            rows={2}
            maxLength={200}
            dir="auto"
            aria-describedby={id}
            value={value.description}
            onChange={(event) => change({ description: event.target.value })}
          />
        </label>
        <small id={id}>{words.descriptionHint}</small>
      </div>
      <Switch label={words.ai} on={value.ai} change={(on) => change({ ai: on })} />
    </CardForm>
  )
}
