import type { FormField } from '../../../../../shared/form.ts'
import { SelectField, Switch, TextField } from '../../../form/fields.tsx'
import { useField } from '../../../form/form.tsx'
import { OrderedList } from '../../../form/ordered-list.tsx'
import { TextList } from '../../../form/text-list.tsx'
import { useLaterWords } from '../../../words/later-words.ts'
import { fieldTypes, named, newField, optionsOf, optionTexts } from './fields.ts'

type Props = { label: string; path: string }

/** The fields of a form, in their order. */
export function FieldList({ label, path }: Props) {
  const { forms: words } = useLaterWords()
  const { value: fields = [] } = useField<readonly FormField[]>({ path })
  const names = named(fields).map(({ name }) => name)
  return (
    <div className="stack">
      <h3>{label}</h3>
      <OrderedList<FormField>
        label={label}
        path={path}
        nameOf={(field, place) => field.label || words.field(place + 1)}
        add={{ words: words.addField, make: newField }}
        empty={words.noFields}
        max={20}
      >
        {({ item, path, place }) => <OneField field={item} path={path} name={names[place] ?? ''} />}
      </OrderedList>
    </div>
  )
}

type FieldProps = {
  field: FormField
  path: string
  /** The field's default name. */
  name: string
}

function OneField({ field: { type, options }, path, name }: FieldProps) {
  const { forms: words } = useLaterWords()
  const hasPlaceholder = type !== 'select' && type !== 'checkbox' && type !== 'date'
  return (
    <>
      <div className="grid">
        <TextField label={words.label} path={`${path}.label`} />
        <SelectField
          label={words.type}
          path={`${path}.type`}
          choices={fieldTypes.map((one) => [one, words.types[one]] as const)}
        />
      </div>
      {type === 'select' && <Options options={options} path={`${path}.options`} />}
      <div className="grid">
        {hasPlaceholder && <TextField label={words.placeholder} path={`${path}.placeholder`} />}
        <TextField label={words.name} hint={words.nameHint} path={`${path}.name`} placeholder={name} type="url" />
      </div>
      <Switch label={words.required} path={`${path}.required`} />
    </>
  )
}

function Options({ options, path }: Pick<FormField, 'options'> & { path: string }) {
  const { forms: words } = useLaterWords()
  const { change } = useField<FormField['options']>({ path })
  return (
    <div className="stack">
      <h3>{words.options}</h3>
      <TextList
        label={words.options}
        one={words.option}
        add={words.addOption}
        max={50}
        path={path}
        value={optionTexts(options)}
        change={(texts) => change(optionsOf(texts, options))}
      />
    </div>
  )
}
