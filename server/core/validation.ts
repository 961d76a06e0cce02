import type { z } from 'zod'
import { invalid, missingField } from './error.ts'

type Issue = z.core.$ZodRawIssue

/** What a field must be, by the type in its schema. */
const kinds: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

const formats: Record<string, string> = {
  email: 'an email address',
  url: 'a URL that begins with http:// or https://',
  datetime: 'a time such as 2026-01-31T12:00:00Z',
  date: 'a date such as 2026-01-31',
}

/** The unit of a bound, for its message. */
const units: Record<string, string> = { string: ' characters', array: ' entries', set: ' entries', object: ' fields' }

/** Parses an input by its schema. 400 names the first invalid field and says what it must be. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, raw: unknown): z.output<Schema> {
  const parsed = schema.safeParse(raw, { error: wordsOf })
  if (!parsed.success) throw invalid(parsed.error)
  return parsed.data
}

/** The message for an issue for which the schema has none. */
function wordsOf(issue: Issue): string {
  if (issue.code === 'invalid_type')
    return missing(issue) ? missingField : `Must be ${kinds[issue.expected] ?? issue.expected}.`
  if (issue.code === 'invalid_value') return `Must be ${listed(issue.values.map(String))}.`
  if (issue.code === 'too_big') return `Must ${boundOf(issue.origin, 'at most', issue.maximum)}.`
  if (issue.code === 'too_small') return `Must ${boundOf(issue.origin, 'at least', issue.minimum)}.`
  if (issue.code === 'invalid_format') return `Must be ${formats[issue.format] ?? 'in another format'}.`
  if (issue.code === 'not_multiple_of') return `Must be a multiple of ${issue.divisor}.`
  if (issue.code === 'unrecognized_keys') return `Unknown field: ${issue.keys.join(', ')}.`
  if (issue.code === 'invalid_union') return issue.errors[0]?.[0]?.message ?? 'Is invalid.'
  return 'Is invalid.'
}

const missing = ({ input }: Issue) => input === undefined

const boundOf = (origin: string, which: string, bound: number | bigint) =>
  units[origin] === undefined ? `be ${which} ${bound}` : `have ${which} ${bound}${units[origin]}`

const listed = (values: string[]) =>
  values.length < 2 ? values.join('') : `one of ${values.slice(0, -1).join(', ')} or ${values.at(-1)}`
