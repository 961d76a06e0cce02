import { badRequest } from './error.ts'

/**
 * Refuses text that the database cannot hold: the character NUL, and half a pair of UTF-16. 400 names the field. JSON is
 * bounded in depth and number of values where it is parsed.
 */
export function refuseUnstorable(input: unknown): void {
  refuseIn(input, [])
}

/** @param path shared by all values: a copy for each made one request hold the server up for seconds */
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
  if (text.includes('\u0000')) throw badRequest(`${path.join('.')}: Must not hold the character NUL.`)
  if (!text.isWellFormed()) throw badRequest(`${path.join('.')}: Must be well-formed Unicode.`)
}
