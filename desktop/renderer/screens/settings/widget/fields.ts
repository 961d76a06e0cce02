import type { FormField } from '../../../../../shared/form.ts'
import { freeName, nameFrom } from './names.ts'

export const fieldTypes = ['text', 'email', 'tel', 'textarea', 'number', 'date', 'select', 'checkbox'] as const

export const newField = (): FormField => ({ name: '', label: '', type: 'text', required: false })

/** The reserved names of contact details: form fields with these names set the contact's. */
const known: Partial<Record<FormField['type'], string>> = { email: 'email', tel: 'phone' }

const wantedName = ({ type, label }: FormField) => known[type] ?? nameFrom(label, 'field')

/** Names unnamed fields after their labels. */
export function named(fields: readonly FormField[]): FormField[] {
  const taken = fields.map(({ name }) => name).filter(Boolean)
  return fields.map((field) => {
    if (field.name !== '') return tidy(field)
    const name = freeName(wantedName(field), taken)
    taken.push(name)
    return tidy({ ...field, name })
  })
}

/** Removes what a field's type does not have, and what is empty. */
function tidy({ options, placeholder, ...field }: FormField): FormField {
  return {
    ...field,
    ...(placeholder ? { placeholder } : {}),
    ...(field.type === 'select' && options?.length ? { options } : {}),
  }
}

type Option = NonNullable<FormField['options']>[number]

/** The choices as texts. A choice sends its text, unless the API set another value. */
export const optionTexts = (options: readonly Option[] = []): string[] => options.map(({ label }) => label)

/** Choices with these texts. An unchanged text keeps its value. */
export function optionsOf(texts: readonly string[], before: readonly Option[] = []): Option[] {
  return texts.map((label) => before.find((one) => one.label === label) ?? { label, value: label })
}
