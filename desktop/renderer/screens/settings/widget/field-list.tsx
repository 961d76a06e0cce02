import type { FormField } from '../../../../../shared/form.ts'
import { Switch } from '../../../form/fields.tsx'
import { OrderedList } from '../../../form/ordered-list.tsx'
import { SelectField } from '../../../form/select-field.tsx'
import { TextField } from '../../../form/text-field.tsx'
import { TextList } from '../../../form/text-list.tsx'
import { useLaterWords } from '../../../words/later-words.ts'
import { fieldTypes, named, newField, optionsOf, optionTexts } from './fields.ts'

type Props = { label: string; path: string; fields: readonly FormField[]; change: (fields: FormField[]) => void }

/** The fields of a form, in their order. */
export function FieldList({ label, path, fields, change }: Props) {
  const { forms: words } = useLaterWords()
  const names = named(fields).map(({ name }) => name)
  return (
    <div className="field-list">
      <h3>{label}</h3>
      <OrderedList
        label={label}
        path={path}
        items={fields}
        change={change}
        nameOf={(field, place) => field.label || words.field(place + 1)}
        add={{ words: words.addField, make: newField }}
        empty={words.noFields}
        most={20}
      >
        {(row) => <OneField field={row.item} change={row.put} path={row.path} name={names[row.place] ?? ''} />}
      </OrderedList>
    </div>
  )
}

type FieldProps = {
  field: FormField
  change: (field: FormField) => void
  path: string
  /** What its answer is called where nobody named it. */
  name: string
}

function OneField({ field, change, path, name }: FieldProps) {
  const { forms: words } = useLaterWords()
  const hasPlaceholder = field.type !== 'select' && field.type !== 'checkbox' && field.type !== 'date'
  return (
    <>
      <div className="settings-pair">
        <TextField
          label={words.label}
          path={`${path}.label`}
          value={field.label}
          change={(label) => change({ ...field, label })}
        />
        <SelectField
          label={words.type}
          path={`${path}.type`}
          value={field.type}
          choices={fieldTypes.map((type) => [type, words.types[type]] as const)}
          choose={(type) => change({ ...field, type })}
        />
      </div>
      {field.type === 'select' && <Options field={field} change={change} path={path} />}
      <div className="settings-pair">
        {hasPlaceholder && (
          <TextField
            label={words.placeholder}
            path={`${path}.placeholder`}
            value={field.placeholder ?? ''}
            change={(placeholder) => change({ ...field, placeholder })}
          />
        )}
        <TextField
          label={words.name}
          hint={words.nameHint}
          placeholder={name}
          type="url"
          path={`${path}.name`}
          value={field.name}
          change={(next) => change({ ...field, name: next })}
        />
      </div>
      <Switch label={words.required} on={field.required} change={(required) => change({ ...field, required })} />
    </>
  )
}

function Options({ field, change, path }: Pick<FieldProps, 'field' | 'change' | 'path'>) {
  const { forms: words } = useLaterWords()
  return (
    <div className="field-list">
      <h3>{words.options}</h3>
      <TextList
        label={words.options}
        one={words.option}
        add={words.addOption}
        most={50}
        path={`${path}.options`}
        items={optionTexts(field.options)}
        change={(texts) => change({ ...field, options: optionsOf(texts, field.options) })}
      />
    </div>
  )
}
