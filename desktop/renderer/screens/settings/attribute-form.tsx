import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import type { AttributeDefinition } from '../../../../shared/attribute-definition.ts'
import { CardForm } from '../../form/card-form.tsx'
import { useDraft } from '../../form/draft.ts'
import { NameField } from '../../form/name-field.tsx'
import { SelectField } from '../../form/select-field.tsx'
import { TextField } from '../../form/text-field.tsx'
import { contactKeys } from '../../live/contact-queries.ts'
import { useDesk } from '../../live/desk.tsx'
import { useContactsPageWords } from '../../words/screen-words.ts'
import { nameFrom } from './widget/names.ts'

type Props = { definition?: AttributeDefinition; close: () => void }

const blank = { entity: 'contact', key: '', label: '', type: 'text', options: [], description: '' } as const

/** Defines an attribute, or changes what is defined. */
export function AttributeForm({ definition, close }: Props) {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const words = useContactsPageWords().attributes
  const { entity, key, label, type, options, description } = definition ?? blank
  const first = { entity, key, label, type, options: options.join('\n'), description }
  const draft = useDraft(first, async (typed) => {
    const fields = { ...typed, key: typed.key || nameFrom(typed.label, 'attribute'), options: linesOf(typed) }
    if (definition) await client.attributes.update.mutate({ site: site.id, id: definition.id, ...fields })
    else await client.attributes.create.mutate({ site: site.id, ...fields })
    await queries.invalidateQueries({ queryKey: contactKeys.definitions(site.id) })
    close()
  })
  const { value, change } = draft
  return (
    <CardForm label={definition ? words.edit : words.add} draft={draft} close={close}>
      <NameField label={words.label} most={100} value={value.label} change={(typed) => change({ label: typed })} />
      <TextField
        label={words.key}
        hint={words.keyHint}
        placeholder={nameFrom(value.label, 'attribute')}
        path="key"
        value={value.key}
        change={(typed) => change({ key: typed })}
      />
      <SelectField
        label={words.entity}
        path="entity"
        value={value.entity}
        choices={choicesOf(words.entities)}
        choose={(chosen) => change({ entity: chosen })}
      />
      <SelectField
        label={words.type}
        path="type"
        value={value.type}
        choices={choicesOf(words.types)}
        choose={(chosen) => change({ type: chosen })}
      />
      {value.type === 'choice' && <Options value={value.options} change={(typed) => change({ options: typed })} />}
      <TextField
        label={words.description}
        path="description"
        value={value.description}
        change={(typed) => change({ description: typed })}
      />
    </CardForm>
  )
}

const choicesOf = <T extends string>(names: Record<T, string>) => Object.entries(names) as [T, string][]

/** Of a choice alone; each line is one. */
const linesOf = ({ type, options }: { type: string; options: string }): string[] =>
  type === 'choice'
    ? options
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean)
    : []

function Options({ value, change }: { value: string; change: (value: string) => void }) {
  const words = useContactsPageWords().attributes
  const hint = useId()
  return (
    <div className="settings-field">
      <label>
        {words.options}
        <textarea
          required
          rows={4}
          dir="auto"
          aria-describedby={hint}
          value={value}
          onChange={(event) => change(event.target.value)}
        />
      </label>
      <small id={hint}>{words.optionsHint}</small>
    </div>
  )
}
