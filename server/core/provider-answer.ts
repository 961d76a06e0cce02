import { z } from 'zod'

// The fields of providers' answers. Their texts are stored, so they are cut to a length and cleaned.

const maxId = 500
const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/

/** A text of at most `max` characters; the rest is cut off. */
export const words = (max: number) =>
  z.string().transform((value) => value.slice(0, max).replaceAll('\0', '').toWellFormed().trim())

/** The same, or null: for fields that providers leave out, or send as null or empty. */
export const wordsOrNull = (max: number) =>
  words(max)
    .nullish()
    .transform((value) => value || null)

/** An id of a provider. One that cannot be stored or sent back is no id. */
export const ProviderId = z
  .string()
  .min(1)
  .max(maxId)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: an id has none.
  .regex(/^[^\u0000-\u0020\u007f]+$/)
  .refine((value) => value.isWellFormed())

/** A time with its offset, with 0 to 9 decimals, as milliseconds since the epoch. */
export const Instant = z
  .string()
  .max(40)
  .regex(iso)
  .transform((value, ctx) => {
    const at = Date.parse(value)
    if (!Number.isFinite(at)) ctx.addIssue({ code: 'custom', message: 'is not a time' })
    return at
  })

/** The same, or null for a missing or unreadable one. */
export const InstantOrNull = z
  .unknown()
  .optional()
  .transform((value) => Instant.safeParse(value).data ?? null)

/** An https URL, or null for anything else. */
export const LinkOrNull = z
  .unknown()
  .optional()
  .transform((value) => {
    const isLink =
      typeof value === 'string' && value.length <= 2000 && /^https:\/\//i.test(value) && URL.canParse(value)
    return isLink ? new URL(value).href : null
  })

/** A time in UTC, as providers take it. */
export const isoTime = (at: number): string => new Date(at).toISOString().replace('.000Z', 'Z')
