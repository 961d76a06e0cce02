import type { FormField } from '../../../../../shared/form.ts'
import { freeName, nameFrom } from './names.ts'

export const fieldTypes = ['text', 'email', 'tel', 'textarea', 'number', 'date', 'select', 'checkbox'] as const

export const newField = (): FormField => ({ name: '', label: '', type: 'text', required: false })

/** What details of a visitor are called everywhere: forms that use these names fill in the contact. */
const known: Partial<Record<FormField['type'], string>> = { email: 'email', tel: 'phone' }

const wantedName = ({ type, label }: FormField) => known[type] ?? nameFrom(label, 'field')

/** The fields, those without a name named after their label. */
export function named(fields: readonly FormField[]): FormField[] {
  const taken = fields.map(({ name }) => name).filter(Boolean)
  return fields.map((field) => {
    if (field.name !== '') return tidy(field)
    const name = freeName(wantedName(field), taken)
    taken.push(name)
    return tidy({ ...field, name })
  })
}

/** Without what its type has not, and what is empty. */
function tidy({ options, placeholder, ...field }: FormField): FormField {
  return {
    ...field,
    ...(placeholder ? { placeholder } : {}),
    ...(field.type === 'select' && options?.length ? { options } : {}),
  }
}

type Option = NonNullable<FormField['options']>[number]

/** The choices as texts. What is sent for a choice is what it says, unless the API set something else. */
export const optionTexts = (options: readonly Option[] = []): string[] => options.map(({ label }) => label)

/** Choices of these texts; one that keeps its text keeps what is sent for it. */
export function optionsOf(texts: readonly string[], before: readonly Option[] = []): Option[] {
  return texts.map((label) => before.find((one) => one.label === label) ?? { label, value: label })
}
