import { z } from 'zod'
import { type Rule, rule } from '../../../shared/fault.ts'
import type { FieldValues, JobField } from '../../../shared/job.ts'
import { countCharacters } from '../../../shared/text.ts'
import { invalidField } from '../../core/error.ts'

/**
 * A value in hundredths, rounded half up. The number is taken as its shortest decimal form, so 1.005 is 101 although the
 * nearest binary fraction is smaller.
 */
export function centsOf(value: number): number {
  const [mantissa = '0', exponent = '0'] = String(value).split('e')
  const [whole = '0', fraction = ''] = mantissa.split('.')
  const digits = BigInt(whole + fraction)
  const shift = 2 + Number(exponent) - fraction.length
  if (shift >= 0) return Number(digits * 10n ** BigInt(shift))
  const unit = 10n ** BigInt(-shift)
  return Number((2n * digits + unit) / (2n * unit))
}

/** What a value of this type must be, and the text that is stored; undefined if it is something else. */
const kinds: Record<JobField['type'], { of(text: string, field: JobField): boolean; says(field: JobField): Rule }> = {
  text: {
    of: (text) => countCharacters(text) <= 1000,
    says: () => rule('too_long', 'Must have at most 1000 characters.', { max: 1000 }),
  },
  number: {
    of: (text) => /^-?\d{1,30}(\.\d{1,30})?$/.test(text),
    says: () => rule('wrong_format', 'Must be a number such as 12.5.', { format: 'number' }),
  },
  date: {
    of: (text) => z.iso.date().safeParse(text).success,
    says: () => rule('wrong_format', 'Must be a date such as 2026-01-31.', { format: 'date' }),
  },
  boolean: {
    of: (text) => text === 'true' || text === 'false',
    says: () => rule('wrong_value', 'Must be true or false.', { allowed: 'true, false' }),
  },
  choice: {
    of: (text, { options = [] }) => options.includes(text),
    says({ options = [] }) {
      const allowed = options.join(', ')
      return rule('wrong_value', `Must be one of ${allowed}.`, { allowed })
    },
  },
}

/**
 * The fields of a job with a patch applied. 400 names a field that the pipeline does not have, or a value that it does
 * not accept. Null removes a value, and so does an empty text.
 */
export function mergedFields(
  fields: JobField[],
  current: Record<string, string>,
  patch: FieldValues = {},
): Record<string, string> {
  const merged = new Map(Object.entries(current))
  for (const [name, value] of Object.entries(patch)) {
    const field = fields.find((one) => one.name === name)
    const at = `fields.${name}`
    if (!field) throw invalidField(at, rule('not_valid', 'The pipeline has no such field.'))
    const text = value === null ? '' : String(value).trim()
    if (text === '' && (value === null || field.type === 'text')) merged.delete(name)
    else if (!kinds[field.type].of(text, field)) throw invalidField(at, kinds[field.type].says(field))
    else merged.set(name, text)
  }
  return Object.fromEntries(merged)
}

/** A title for a job without one: its first value, and who it is for. Empty if neither is known. */
export function titleOf(fields: JobField[], values: Record<string, string>, who: string | null): string {
  const first = fields.filter(({ type }) => type === 'text' || type === 'choice').find(({ name }) => values[name])
  const parts = [first && values[first.name], who].filter(Boolean).join(' – ')
  return [...parts.replace(/\s+/g, ' ')].slice(0, 160).join('').trim()
}
