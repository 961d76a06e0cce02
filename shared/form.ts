import { z } from 'zod'
import { Email } from './address.ts'
import { rule } from './fault.ts'
import { exact, line, text } from './text.ts'

export const Option = z
  .object({ label: line(200, 1), value: exact(1000, 1) })
  .meta({ id: 'Option', description: 'The label shown and the value sent.' })
export type Option = z.infer<typeof Option>

export const FieldType = z.enum(['text', 'email', 'tel', 'textarea', 'number', 'date', 'select', 'checkbox'])

/** Field names begin with a letter, so that none is special in JavaScript, such as `__proto__`. */
const fieldName = /^[A-Za-z][A-Za-z0-9_.-]*$/
export const FieldName = line(64, 1)
  .refine(
    (name) => fieldName.test(name),
    rule('field_name', 'Must begin with a letter and contain only letters, digits, underscores, hyphens and dots.'),
  )
  .meta({ pattern: fieldName.source })

export const FormField = z
  .object({
    name: FieldName,
    label: line(200, 1),
    type: FieldType,
    required: z.boolean().default(false),
    placeholder: line(200).optional(),
    options: z.array(Option).min(1).max(50).optional().describe('The options of a `select` field.'),
  })
  .refine((field) => field.type !== 'select' || field.options !== undefined, {
    ...rule('options_missing', 'A select field needs options.'),
    path: ['options'],
  })
  .meta({ id: 'FormField' })
export type FormField = z.infer<typeof FormField>

export const FormFields = z
  .array(FormField)
  .max(20, 'Must have at most 20 fields.')
  .refine(
    (fields) => new Set(fields.map((field) => field.name)).size === fields.length,
    rule('names_differ', 'Names must be unique.'),
  )

const filled = (field: FormField): z.ZodType<string> => {
  switch (field.type) {
    case 'email':
      return Email
    case 'number':
      return line(40).refine((value) => value !== '' && Number.isFinite(Number(value)), 'Must be a number.')
    case 'date':
      return z.iso.date('Must be a date such as 2026-03-31.')
    case 'select': {
      const values = new Set(field.options?.map((option) => option.value))
      return exact(1000).refine((value) => values.has(value), 'Must be one of the options.')
    }
    case 'checkbox':
      return z.enum(['true', 'false'], 'Must be true or false.')
    case 'textarea':
      return text(5000)
    default:
      return line(1000)
  }
}

/**
 * Converts the value that a browser sends for a field to text: numbers and checkboxes also arrive as numbers and
 * booleans.
 */
function asText(value: unknown): unknown {
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
}

const isMissing = (field: FormField, value: unknown) =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (field.type === 'checkbox' && field.required && value === 'false')

function readObject(value: string): Map<string, unknown> {
  let given: unknown
  try {
    given = JSON.parse(value)
  } catch {
    // Text that is not JSON is rejected below, like JSON of another type.
  }
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) return new Map(Object.entries(given))
  throw new z.ZodError([{ code: 'custom', path: ['value'], message: 'Must be a JSON object.', input: value }])
}

type Read = { answer?: string; fault?: string }

function readAnswer(field: FormField, value: unknown): Read {
  if (isMissing(field, value)) return field.required ? { fault: 'Is required.' } : {}
  const read = filled(field).safeParse(value)
  return read.success ? { answer: read.data } : { fault: read.error.issues[0]?.message }
}

/**
 * The answers in the value of an action that answers a form: text by field name, without empty fields. Throws a
 * ZodError whose paths are the invalid fields: missing, unknown, or of the wrong type.
 */
export function readAnswers(fields: readonly FormField[], value: string): Record<string, string> {
  const given = readObject(value)
  const faults: [name: string, message: string][] = []
  const answers: Record<string, string> = {}
  for (const field of fields) {
    const { answer, fault } = readAnswer(field, asText(given.get(field.name)))
    given.delete(field.name)
    if (answer !== undefined) answers[field.name] = answer
    if (fault !== undefined) faults.push([field.name, fault])
  }
  for (const name of given.keys()) faults.push([name.slice(0, 64), 'The form has no such field.'])
  if (faults.length === 0) return answers
  throw new z.ZodError(faults.map(([name, message]) => ({ code: 'custom', path: [name], message, input: value })))
}
