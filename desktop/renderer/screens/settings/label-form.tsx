import { useQueryClient } from '@tanstack/react-query'
import type { Label } from '../../../../shared/label.ts'
import { CardForm } from '../../form/card-form.tsx'
import { useDraft } from '../../form/draft.ts'
import { Switch, TextField } from '../../form/fields.tsx'
import { useDesk } from '../../live/desk.tsx'
import { keys } from '../../live/keys.ts'
import { useWords } from '../../words/words.tsx'
import { ColorChoice } from './color-choice.tsx'

type Props = { label?: Label; colors: string[]; close: () => void }

/** Creates or edits a label. */
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
  return (
    <CardForm label={label ? words.edit : words.add} draft={draft} close={close}>
      <TextField label={words.name} path="name" required maxLength={40} isFirst />
      <ColorChoice colors={colors} />
      <TextField label={words.description} hint={words.descriptionHint} path="description" lines={2} maxLength={200} />
      <Switch label={words.ai} path="ai" />
    </CardForm>
  )
}
