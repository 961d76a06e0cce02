import { z } from 'zod'
import { rule } from './fault.ts'

const nul = '\u0000'

/** The number of characters as code points, as Postgres and JSON Schema count them. */
export function countCharacters(value: string): number {
  let count = 0
  for (const _ of value) count += 1
  return count
}

const fits = (value: string, max: number) =>
  value.length <= max || (value.length <= 2 * max && countCharacters(value) <= max)

const bounded = (schema: z.ZodString, max: number, min: number) =>
  schema
    .refine((value) => !value.includes(nul), { error: 'Must not contain the NUL character.', abort: true })
    .refine((value) => value.isWellFormed(), {
      error: 'Must be well-formed Unicode: it contains half a surrogate pair.',
      abort: true,
    })
    .refine((value) => fits(value, max), {
      ...rule('too_long', `Must have at most ${max} characters.`, { max }),
      abort: true,
    })
    .refine(
      (value) => min < 1 || countCharacters(value) >= min,
      min === 1
        ? rule('empty', 'Must not be empty.')
        : rule('too_short', `Must have at least ${min} characters.`, { min }),
    )
    .meta({ maxLength: max, ...(min > 0 ? { minLength: min } : {}) })

/** Multi-line text entered by a person: trimmed, with at least `min` and at most `max` characters. */
export const text = (max: number, min = 0) => bounded(z.string().trim(), max, min)

/**
 * A name or other single-line text: like `text`, with whitespace collapsed. Normalised to NFC, so that names that look
 * the same are the same.
 */
export const line = (max: number, min = 0) =>
  bounded(
    z.string().overwrite((value) => value.normalize('NFC').replace(/\s+/g, ' ').trim()),
    max,
    min,
  )

/** Text that is stored unchanged, such as the value of an option. */
export const exact = (max: number, min = 0) => bounded(z.string(), max, min)

/** Text that no person typed, such as a page title. Truncated to `max` characters instead of rejected. */
export const clipped = (max: number) =>
  z.string().overwrite((value) =>
    [
      ...value
        .slice(0, 2 * max)
        .replaceAll(nul, '')
        .toWellFormed(),
    ]
      .slice(0, max)
      .join('')
      .trim(),
  )

/** The beginning of a text: at most `max` UTF-16 units, without half a character at its end. */
export const cut = (value: string, max: number): string =>
  value
    .slice(0, max)
    .replace(/[\ud800-\udbff]$/, '')
    .toWellFormed()
