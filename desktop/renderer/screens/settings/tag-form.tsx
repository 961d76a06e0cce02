import { useQueryClient } from '@tanstack/react-query'
import type { ContactTag, NewContactTag } from '../../../../shared/contact-tag.ts'
import { CardForm } from '../../form/card-form.tsx'
import { useDraft } from '../../form/draft.ts'
import { TextField } from '../../form/fields.tsx'
import { contactKeys } from '../../live/contact-queries.ts'
import { useDesk } from '../../live/desk.tsx'
import { useContactsPageWords } from '../../words/screen-words.ts'
import { ColorChoice } from './color-choice.tsx'

type Props = { tag?: ContactTag; colors: string[]; close: () => void }

/** Creates or edits a tag. */
export function TagForm({ tag, colors, close }: Props) {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const words = useContactsPageWords().tags
  const first = { name: tag?.name ?? '', color: tag?.color ?? colors[3] ?? '' }
  const draft = useDraft(first, async ({ name, color }) => {
    // The server gave the colours, and reports an invalid one.
    const fields = { name, color: color as NonNullable<NewContactTag['color']> }
    if (tag) await client.contactTags.update.mutate({ site: site.id, id: tag.id, ...fields })
    else await client.contactTags.create.mutate({ site: site.id, ...fields })
    await queries.invalidateQueries({ queryKey: contactKeys.tags(site.id) })
    close()
  })
  return (
    <CardForm label={tag ? words.edit : words.add} draft={draft} close={close}>
      <TextField label={words.name} path="name" required maxLength={40} isFirst />
      <ColorChoice colors={colors} />
    </CardForm>
  )
}
