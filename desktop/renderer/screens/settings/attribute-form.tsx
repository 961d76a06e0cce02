import { useQueryClient } from '@tanstack/react-query'
import type { AttributeDefinition } from '../../../../shared/attribute-definition.ts'
import { CardForm } from '../../form/card-form.tsx'
import { useDraft } from '../../form/draft.ts'
import { LinesField, SelectField, TextField, withoutBlanks } from '../../form/fields.tsx'
import { contactKeys } from '../../live/contact-queries.ts'
import { useDesk } from '../../live/desk.tsx'
import { useContactsPageWords } from '../../words/screen-words.ts'
import { nameFrom } from './widget/names.ts'

type Props = { definition?: AttributeDefinition; close: () => void }

const blank = { entity: 'contact', key: '', label: '', type: 'text', options: [], description: '' } as const

/** Creates or edits an attribute. */
export function AttributeForm({ definition, close }: Props) {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const words = useContactsPageWords().attributes
  const { entity, key, label, type, options, description } = definition ?? blank
  const first = { entity, key, label, type, options, description }
  const draft = useDraft(first, async (typed) => {
    const fields = {
      ...typed,
      key: typed.key || nameFrom(typed.label, 'attribute'),
      options: typed.type === 'choice' ? withoutBlanks(typed.options) : [],
    }
    if (definition) await client.attributes.update.mutate({ site: site.id, id: definition.id, ...fields })
    else await client.attributes.create.mutate({ site: site.id, ...fields })
    await queries.invalidateQueries({ queryKey: contactKeys.definitions(site.id) })
    close()
  })
  const { value } = draft
  return (
    <CardForm label={definition ? words.edit : words.add} draft={draft} close={close}>
      <TextField label={words.label} path="label" required maxLength={100} isFirst />
      <TextField label={words.key} hint={words.keyHint} path="key" placeholder={nameFrom(value.label, 'attribute')} />
      <SelectField label={words.entity} path="entity" choices={words.entities} />
      <SelectField label={words.type} path="type" choices={words.types} />
      {value.type === 'choice' && (
        <LinesField label={words.options} hint={words.optionsHint} path="options" lines={4} required />
      )}
      <TextField label={words.description} path="description" />
    </CardForm>
  )
}
