import { Plus } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { isComposing } from '../../../../shared/composing.ts'
import { SelectField, TextField } from '../../form/fields.tsx'
import { Field, useField } from '../../form/form.tsx'
import { useContactsWords } from '../../words/screen-words.ts'
import { type Attribute, attributePath } from './contact-draft.ts'
import styles from './contact-page.module.css'

type Props = { attributes: readonly Attribute[]; put: (path: string, text: string) => void }

/** The contact's attributes: a field for each defined one, and the undefined ones. */
export function AttributeFields({ attributes, put }: Props) {
  return (
    <>
      {attributes.map((attribute) => (
        <AttributeField key={attribute.key} attribute={attribute} />
      ))}
      <NewAttribute taken={attributes.map(({ key }) => key)} add={(key, text) => put(attributePath(key), text)} />
    </>
  )
}

function AttributeField({ attribute: { key, label, type, options, description } }: { attribute: Attribute }) {
  const words = useContactsWords().page
  const field = { label, path: attributePath(key), hint: description || undefined }
  const { value = '', change } = useField<string>(field)
  const nothing = ['', words.choose] as const
  switch (type) {
    case 'choice':
      return <SelectField {...field} choices={[nothing, ...options.map((one) => [one, one] as const)]} />
    case 'boolean':
      return <SelectField {...field} choices={[nothing, ['true', words.yes], ['false', words.no]]} />
    case 'date':
      // An invalid date stays visible, which a date field would hide.
      if (!isDate(value)) return <TextField {...field} />
      return (
        <Field {...field}>
          {(control) => (
            <input type="date" value={value} onChange={(event) => change(event.target.value)} {...control} />
          )}
        </Field>
      )
    default:
      return <TextField {...field} />
  }
}

const isDate = (text: string) => text === '' || (/^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)))

const keyRule = /^[\p{L}\p{M}\p{N} _.-]{1,64}$/u

type NewProps = { taken: readonly string[]; add: (key: string, text: string) => void }

/** Adds an attribute with any name. It is saved with the rest. */
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
  // Enter would save the contact without the text just typed.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return
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
    <fieldset className={`cluster ${styles.newAttribute}`}>
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
