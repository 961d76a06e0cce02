import { z } from 'zod'
import { rule } from './fault.ts'

const nul = '\u0000'

/** How many characters a person would count: code points, as Postgres and JSON Schema count them. */
export function countCharacters(value: string): number {
  let count = 0
  for (const _ of value) count += 1
  return count
}

const fits = (value: string, most: number) =>
  value.length <= most || (value.length <= 2 * most && countCharacters(value) <= most)

const bounded = (schema: z.ZodString, most: number, least: number) =>
  schema
    .refine((value) => !value.includes(nul), { error: 'Must not hold the character NUL.', abort: true })
    .refine((value) => value.isWellFormed(), {
      error: 'Must be well-formed Unicode: half a pair was found.',
      abort: true,
    })
    .refine((value) => fits(value, most), {
      ...rule('too_long', `Must have at most ${most} characters.`, { max: most }),
      abort: true,
    })
    .refine(
      (value) => least < 1 || countCharacters(value) >= least,
      least === 1
        ? rule('empty', 'Must not be empty.')
        : rule('too_short', `Must have at least ${least} characters.`, { min: least }),
    )
    .meta({ maxLength: most, ...(least > 0 ? { minLength: least } : {}) })

/** Text that a person writes, with lines: trimmed, then at most `most` and at least `least` characters. */
export const text = (most: number, least = 0) => bounded(z.string().trim(), most, least)

/**
 * A name or another single line: like `text`, with every run of white space made one space. In form NFC: what looks the
 * same is the same name.
 */
export const line = (most: number, least = 0) =>
  bounded(
    z.string().overwrite((value) => value.normalize('NFC').replace(/\s+/g, ' ').trim()),
    most,
    least,
  )

/** Text that must come back as it was given, such as the value of an option. */
export const exact = (most: number, least = 0) => bounded(z.string(), most, least)

/** Text that nobody typed and nobody should be refused for, such as the title of a page: cut to `most` characters. */
export const clipped = (most: number) =>
  z.string().overwrite((value) =>
    [
      ...value
        .slice(0, 2 * most)
        .replaceAll(nul, '')
        .toWellFormed(),
    ]
      .slice(0, most)
      .join('')
      .trim(),
  )
