import { Plus } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { FaultLine } from '../../form/fault-line.tsx'
import { useFaults } from '../../form/faults.ts'
import { SelectField } from '../../form/select-field.tsx'
import { TextField } from '../../form/text-field.tsx'
import { useContactsWords } from '../../words/screen-words.ts'
import { type Attribute, attributePath, type ContactDraft } from './contact-draft.ts'

type Props = { attributes: readonly Attribute[]; value: ContactDraft; change: (part: ContactDraft) => void }

/** What the site wants to know of a contact, each asked for as it is defined; and what else was kept. */
export function AttributeFields({ attributes, value, change }: Props) {
  return (
    <>
      {attributes.map((attribute) => {
        const path = attributePath(attribute.key)
        return (
          <AttributeField
            key={attribute.key}
            attribute={attribute}
            value={value[path] ?? ''}
            change={(text) => change({ [path]: text })}
          />
        )
      })}
      <NewAttribute
        taken={attributes.map(({ key }) => key)}
        add={(key, text) => change({ [attributePath(key)]: text })}
      />
    </>
  )
}

type FieldProps = { attribute: Attribute; value: string; change: (text: string) => void }

function AttributeField({ attribute, value, change }: FieldProps) {
  const words = useContactsWords().page
  const { key, label, type, options, description } = attribute
  const field = { label, path: attributePath(key), value, hint: description || undefined }
  const nothing = ['', words.choose] as const
  switch (type) {
    case 'choice':
      return (
        <SelectField
          {...field}
          hint={description}
          choices={[nothing, ...options.map((one) => [one, one] as const)]}
          choose={change}
        />
      )
    case 'boolean':
      return (
        <SelectField
          {...field}
          hint={description}
          choices={[nothing, ['true', words.yes], ['false', words.no]]}
          choose={change}
        />
      )
    case 'date':
      // What is no date stays to be seen: a field for dates would hide it.
      return isDate(value) ? <DateField {...field} change={change} /> : <TextField {...field} change={change} />
    default:
      return <TextField {...field} change={change} />
  }
}

const isDate = (text: string) => text === '' || (/^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)))

type DateProps = {
  label: string
  path: string
  value: string
  hint: string | undefined
  change: (text: string) => void
}

function DateField({ label, path, value, hint, change }: DateProps) {
  const id = useId()
  const isWrong = useFaults().has(path)
  return (
    <div className="settings-field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="date"
        value={value}
        aria-invalid={isWrong || undefined}
        aria-describedby={[hint && `${id}-hint`, isWrong && `${id}-fault`].filter(Boolean).join(' ') || undefined}
        onChange={(event) => change(event.target.value)}
      />
      {hint && <small id={`${id}-hint`}>{hint}</small>}
      <FaultLine path={path} id={`${id}-fault`} />
    </div>
  )
}

const keyRule = /^[\p{L}\p{M}\p{N} _.-]{1,64}$/u

type NewProps = { taken: readonly string[]; add: (key: string, text: string) => void }

/** One more attribute, of whatever name. It is saved with the rest. */
function NewAttribute({ taken, add }: NewProps) {
  const words = useContactsWords().page
  const id = useId()
  const [typed, setTyped] = useState({ key: '', text: '' })
  const [fault, setFault] = useState('')
  const key = typed.key.trim()
  const put = () => {
    if (taken.includes(key)) return setFault(words.attributeIs)
    if (!keyRule.test(key)) return setFault(words.attributeRule)
    setFault('')
    if (typed.text.trim() === '') return
    add(key, typed.text.trim())
    setTyped({ key: '', text: '' })
  }
  // Enter would save the contact, without what was just typed.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    put()
  }
  const field = (name: 'key' | 'text', label: string) => (
    <input
      aria-label={`${words.newAttribute}: ${label}`}
      placeholder={label}
      dir="auto"
      autoComplete="off"
      value={typed[name]}
      maxLength={name === 'text' ? 1000 : 64}
      aria-describedby={fault ? id : undefined}
      onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
      onKeyDown={onKeyDown}
    />
  )
  return (
    <fieldset className="new-attribute">
      <legend className="muted">{words.newAttribute}</legend>
      {field('key', words.attributeName)}
      {field('text', words.attributeValue)}
      <button type="button" className="quiet" onClick={put}>
        <Plus size={16} aria-hidden="true" />
        {words.addAttribute}
      </button>
      {fault && (
        <p id={id} className="error" role="alert">
          {fault}
        </p>
      )}
    </fieldset>
  )
}
