import { z } from 'zod'
import { countCharacters, exact, line } from './text.ts'

const mostKeys = 50
const keyCharacters = /^[\p{L}\p{M}\p{N} _.-]+$/u

const isKey = (key: string) => keyCharacters.test(key) && key.trim() !== '' && countCharacters(key) <= 64

/** Refuses an object with too many keys, or with one that `allowed` does not take, naming the key. */
export const keysWithin =
  (most: number, allowed: (key: string) => boolean, rule: string) =>
  (context: z.core.ParsePayload<Record<string, unknown>>): void => {
    const keys = Object.keys(context.value)
    const refuse = (message: string, path: string[] = [], params = {}) =>
      context.issues.push({ code: 'custom', message, path, params, input: context.value })
    if (keys.length > most) refuse(`Must have at most ${most} entries.`, [], { reason: 'too_many', max: most })
    for (const key of keys) if (!allowed(key)) refuse(rule, [key])
  }

const keyRule = 'The name must have 1 to 64 letters, digits, spaces, underscores, hyphens or dots, and not only spaces.'

const checkKeys = keysWithin(mostKeys, isKey, keyRule)

/** The name of an attribute. */
export const attributeKey = line(64, 1).refine(isKey, keyRule)

const value = exact(1000)

export const Attributes = z
  .record(z.string(), value)
  .check(checkKeys)
  .meta({ maxProperties: mostKeys, description: 'Up to 50 values by name; a name has 64 characters at most.' })
export type Attributes = z.infer<typeof Attributes>

export const AttributesPatch = z
  .record(z.string(), value.nullable())
  .check(checkKeys)
  .describe('Values to set; null removes one. Names that are left out stay.')
export type AttributesPatch = z.infer<typeof AttributesPatch>

/** Sets and removes what the patch names. Throws a ZodError when more than 50 would be left. */
export function mergeAttributes(current: Attributes, patch: AttributesPatch): Attributes {
  const merged = Object.entries({ ...current, ...patch }).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  )
  return Attributes.parse(Object.fromEntries(merged))
}

/** Up to `most` short texts by name, such as the metadata of a conversation. */
export const shortTexts = (most: number) =>
  z
    .record(z.string(), exact(1000))
    .check(keysWithin(most, isShortName, shortNameRule))
    .meta({ maxProperties: most })

export const isShortName = (key: string) =>
  key.trim() !== '' && key.length <= 64 && !key.includes('\u0000') && key.isWellFormed()
export const shortNameRule = 'The name must have 1 to 64 characters, and not only spaces.'
