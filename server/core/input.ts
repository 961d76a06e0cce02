import { badRequest } from './error.ts'

/** No input of ours nests deeper than a few levels; what does would run functions that follow it out of stack. */
const deepest = 64

type Place = { path: string[]; value: unknown }

/** Refuses an input that is nested too deeply, be it in fields that nobody reads. */
export function refuseDeep(input: Record<string, unknown>): void {
  for (const { path } of placesIn(input))
    if (path.length > deepest) throw badRequest(`${path[0]}: is nested too deeply.`)
}

/** Refuses text that the database cannot hold: the character NUL, and half a pair of UTF-16. 400 names the field. */
export function refuseUnstorable(input: unknown): void {
  for (const { path, value } of placesIn(input)) {
    if (typeof value !== 'string') continue
    if (value.includes('\u0000')) throw badRequest(`${path.join('.')}: Must not hold the character NUL.`)
    if (!value.isWellFormed()) throw badRequest(`${path.join('.')}: Must be well-formed Unicode.`)
  }
}

/** Every value in an input, the innermost first; names of fields count as values. */
function* placesIn(input: unknown): Generator<Place> {
  const open: Place[] = [{ path: [], value: input }]
  for (let place = open.pop(); place; place = open.pop()) {
    yield place
    const { path, value } = place
    if (typeof value !== 'object' || value === null) continue
    for (const [name, inner] of Object.entries(value)) {
      if (!Array.isArray(value)) open.push({ path: [...path, name], value: name })
      open.push({ path: [...path, name], value: inner })
    }
  }
}
