/** @jsxImportSource preact */
import { h } from 'preact'
import type { FormField } from '../../../../shared/form.ts'
import type { LaterWords } from '../../words/later/en.ts'
import { fill } from '../../words/words.ts'
import { usePartChat } from '../chat-context.tsx'

/** Autofill hints by a field's type or name. */
const autofill: Record<string, string> = {
  email: 'email',
  tel: 'tel',
  phone: 'tel',
  name: 'name',
  company: 'organization',
  address: 'street-address',
  city: 'address-level2',
  postcode: 'postal-code',
  zip: 'postal-code',
  country: 'country-name',
}
const keyboards: Partial<Record<FormField['type'], 'email' | 'tel' | 'decimal'>> = {
  email: 'email',
  tel: 'tel',
  number: 'decimal',
}

type Props = {
  field: FormField
  id: string
  fault: keyof LaterWords | undefined
  /** What the field begins with. */
  known: string | undefined
}

/** A form field with its label above and its fault below. */
export function Field({ field, id, fault, known }: Props) {
  const { words } = usePartChat()
  const label = (
    <label for={id} dir="auto">
      {field.required ? field.label : fill(words.optional, { label: field.label })}
    </label>
  )
  const control = <Control field={field} id={id} isWrong={fault !== undefined} value={known} />
  return (
    <div class="field">
      {field.type === 'checkbox' ? (
        <div class="tick">
          {control}
          {label}
        </div>
      ) : (
        [label, control]
      )}
      <p id={`${id}-fault`} class="fault">
        {fault && words[fault]}
      </p>
    </div>
  )
}

type ControlProps = { field: FormField; id: string; isWrong: boolean; value: string | undefined }

function Control({ field, id, isWrong, value }: ControlProps) {
  const { words } = usePartChat()
  const { name, type, required, placeholder, options = [] } = field
  const shared = {
    id,
    name,
    required,
    autocomplete: autofill[type] ?? autofill[name.toLowerCase()] ?? 'off',
    'aria-invalid': isWrong,
    'aria-describedby': `${id}-fault`,
  }
  if (type === 'checkbox') return <input {...shared} type="checkbox" value="true" defaultChecked={value === 'true'} />
  if (type === 'textarea')
    return <textarea {...shared} rows={3} maxLength={5000} dir="auto" placeholder={placeholder} defaultValue={value} />
  if (type === 'select')
    return (
      <select {...shared}>
        <option value="">{placeholder ?? words.choose}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value} selected={option.value === value}>
            {option.label}
          </option>
        ))}
      </select>
    )
  // A number is text with a numeric keyboard, because a browser's number field changes with the mouse wheel.
  const typed = { ...shared, type: type === 'number' ? 'text' : type, inputMode: keyboards[type] }
  return h('input', { ...typed, maxLength: 1000, dir: 'auto', placeholder, defaultValue: value })
}
