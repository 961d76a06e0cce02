import { z } from 'zod'
import { badRequest } from './error.ts'

/**
 * Refuses text that the database cannot store: NUL characters and lone UTF-16 surrogates. 400 names the field. Depth
 * and size of JSON are limited by the parser.
 */
export function refuseUnstorable(input: unknown): void {
  refuseIn(input, [])
}

/** @param path shared by all values: copying it for each value let one request block the server for seconds */
function refuseIn(value: unknown, path: string[]): void {
  if (typeof value === 'string') refuseText(value, path)
  if (typeof value !== 'object' || value === null) return
  const isList = Array.isArray(value)
  for (const name of Object.keys(value)) {
    path.push(name)
    if (!isList) refuseText(name, path)
    refuseIn((value as Record<string, unknown>)[name], path)
    path.pop()
  }
}

function refuseText(text: string, path: string[]): void {
  if (text.includes('\u0000')) throw badRequest(`${path.join('.')}: Must not contain the NUL character.`)
  if (!text.isWellFormed()) throw badRequest(`${path.join('.')}: Must be well-formed Unicode.`)
}

const maxNames = 1_000

/** Refuses an object with very many names, which would be slow to copy. Ours have at most some dozen. */
export function refuseManyNames(given: object): void {
  if (Object.keys(given).length > maxNames)
    throw badRequest(`The body has more than ${maxNames} fields.`, 'invalid_body')
}

/**
 * A copy of a new record without nulls in optional fields that do not accept null. Other systems, and our own answers,
 * send null for absent values.
 */
export function withoutNulls(schema: z.ZodType, given: unknown): unknown {
  const bare = bareOf(schema)
  if (bare instanceof z.ZodArray && Array.isArray(given))
    return given.map((item) => withoutNulls(bare.element as z.ZodType, item))
  if (!(bare instanceof z.ZodObject) || typeof given !== 'object' || given === null || Array.isArray(given))
    return given
  refuseManyNames(given)
  const shape = bare.shape as Record<string, z.ZodType>
  const fieldOf = (name: string) => (Object.hasOwn(shape, name) ? shape[name] : undefined)
  return Object.fromEntries(
    Object.entries(given)
      .filter(([name, value]) => value !== null || !isAbsentAsNull(fieldOf(name)))
      .map(([name, value]) => {
        const field = fieldOf(name)
        return [name, field ? withoutNulls(field, value) : value]
      }),
  )
}

const isAbsentAsNull = (field: z.ZodType | undefined): boolean =>
  field?.safeParse(undefined).success === true && !field.safeParse(null).success

function bareOf(schema: z.ZodType): z.ZodType {
  const wraps = schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable
  return wraps ? bareOf(schema.unwrap() as z.ZodType) : schema
}
