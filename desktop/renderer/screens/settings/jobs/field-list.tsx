import { SelectField, Switch, TextField } from '../../../form/fields.tsx'
import { useField } from '../../../form/form.tsx'
import { OrderedList } from '../../../form/ordered-list.tsx'
import { TextList } from '../../../form/text-list.tsx'
import { usePipelineWords } from '../../../words/screen-words.ts'
import { type FieldDraft, named } from './pipeline-draft.ts'

const make = (): FieldDraft => ({ name: '', label: '', type: 'text', options: [], required: false })

/** The fields of a job in their order. */
export function FieldList() {
  const words = usePipelineWords()
  const { value: fields = [] } = useField<readonly FieldDraft[]>({ path: 'fields' })
  const names = named(fields).map(({ name }) => name)
  return (
    <OrderedList<FieldDraft>
      label={words.fields}
      path="fields"
      nameOf={({ label, name }) => label || name || words.newField}
      add={{ words: words.addField, make }}
      empty={words.noFields}
      max={30}
    >
      {({ item, path, place }) => <OneField field={item} path={path} name={names[place] ?? ''} />}
    </OrderedList>
  )
}

function OneField({ field: { type }, path, name }: { field: FieldDraft; path: string; name: string }) {
  const words = usePipelineWords()
  return (
    <>
      <div className="grid">
        <TextField label={words.label} path={`${path}.label`} maxLength={100} />
        <SelectField
          label={words.type}
          path={`${path}.type`}
          choices={[
            ['text', words.types.text],
            ['number', words.types.number],
            ['date', words.types.date],
            ['choice', words.types.choice],
            ['boolean', words.types.boolean],
          ]}
        />
      </div>
      {type === 'choice' && (
        <TextList label={words.options} one={words.option} add={words.addOption} max={100} path={`${path}.options`} />
      )}
      <TextField label={words.key} hint={words.keyHint} path={`${path}.name`} placeholder={name} type="code" />
      <Switch label={words.required} hint={words.requiredHint} path={`${path}.required`} />
    </>
  )
}
