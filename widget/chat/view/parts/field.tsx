/** @jsxImportSource preact */
import { h } from 'preact'
import type { FormField } from '../../../../shared/form.ts'
import type { Words } from '../../words/en.ts'
import { fill } from '../../words/words.ts'
import { useChat } from '../chat-context.tsx'

/** What a browser may fill in, by a field's type or else its name. */
const known: Record<string, string> = {
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

/** A field of a form: its label above, what is wrong with it below in words. */
export function Field({ field, id, fault }: { field: FormField; id: string; fault: keyof Words | undefined }) {
  const { words } = useChat()
  const label = (
    <label for={id} dir="auto">
      {field.required ? field.label : fill(words.optional, { label: field.label })}
    </label>
  )
  const control = <Control field={field} id={id} isWrong={fault !== undefined} />
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

function Control({ field, id, isWrong }: { field: FormField; id: string; isWrong: boolean }) {
  const { words } = useChat()
  const { name, type, required, placeholder, options = [] } = field
  const shared = {
    id,
    name,
    required,
    autocomplete: known[type] ?? known[name.toLowerCase()] ?? 'off',
    'aria-invalid': isWrong,
    'aria-describedby': `${id}-fault`,
  }
  if (type === 'checkbox') return <input {...shared} type="checkbox" value="true" />
  if (type === 'textarea')
    return <textarea {...shared} rows={3} maxLength={5000} dir="auto" placeholder={placeholder} />
  if (type === 'select')
    return (
      <select {...shared}>
        <option value="">{placeholder ?? words.choose}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    )
  // A number is text with the keyboard of numbers: a browser's own field changes it with the wheel.
  const typed = { ...shared, type: type === 'number' ? 'text' : type, inputMode: keyboards[type] }
  return h('input', { ...typed, maxLength: 1000, dir: 'auto', placeholder })
}
