import { z } from 'zod'
import { countCharacters, exact, line } from './text.ts'

/** The maximum of a conversation or a contact. */
export const maxAttributes = 50
const keyCharacters = /^[\p{L}\p{M}\p{N} _.-]+$/u

const isKey = (key: string) => keyCharacters.test(key) && key.trim() !== '' && countCharacters(key) <= 64

/** Rejects an object with too many keys or with a key that `allowed` does not accept. The error names the key. */
export const keysWithin =
  (max: number, allowed: (key: string) => boolean, rule: string) =>
  (context: z.core.ParsePayload<Record<string, unknown>>): void => {
    const keys = Object.keys(context.value)
    const refuse = (message: string, path: string[] = [], params = {}) =>
      context.issues.push({ code: 'custom', message, path, params, input: context.value })
    if (keys.length > max) refuse(`Must have at most ${max} entries.`, [], { reason: 'too_many', max })
    for (const key of keys) if (!allowed(key)) refuse(rule, [key])
  }

const keyRule = 'The name must have 1 to 64 letters, digits, spaces, underscores, hyphens or dots, and not only spaces.'

const checkKeys = keysWithin(maxAttributes, isKey, keyRule)

export const attributeKey = line(64, 1).refine(isKey, keyRule)

const value = exact(1000)

export const Attributes = z
  .record(z.string(), value)
  .check(checkKeys)
  .meta({ maxProperties: maxAttributes, description: 'Up to 50 values by name. A name has at most 64 characters.' })
export type Attributes = z.infer<typeof Attributes>

export const AttributesPatch = z
  .record(z.string(), value.nullable())
  .check(checkKeys)
  .describe('Values to set. Null removes a value; other names are unchanged.')
export type AttributesPatch = z.infer<typeof AttributesPatch>

/** Sets and removes values as the patch says. Throws a ZodError if more than 50 would remain. */
export function mergeAttributes(current: Attributes, patch: AttributesPatch): Attributes {
  const merged = Object.entries({ ...current, ...patch }).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  )
  return Attributes.parse(Object.fromEntries(merged))
}

/** Up to `max` short strings by name, such as the metadata of a conversation. */
export const shortTexts = (max: number) =>
  z
    .record(z.string(), exact(1000))
    .check(keysWithin(max, isShortName, shortNameRule))
    .meta({ maxProperties: max })

export const isShortName = (key: string) =>
  key.trim() !== '' && key.length <= 64 && !key.includes('\u0000') && key.isWellFormed()
export const shortNameRule = 'The name must have 1 to 64 characters, and not only spaces.'
