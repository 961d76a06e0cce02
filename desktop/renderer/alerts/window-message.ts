import { fieldsOf } from '../live/unknown.ts'
import type { Rang } from './decide.ts'

/** What the windows of one browser say to each other. */
export type WindowMessage =
  | { kind: 'hello' }
  | { kind: 'looks'; from: string; at: string | null }
  | { kind: 'rang'; rang: Rang[] }

/** What another window said; undefined where it says something else, as one of another version may. */
export function readMessage(data: unknown): WindowMessage | undefined {
  const { kind, from, at, rang } = fieldsOf(data)
  if (kind === 'hello') return { kind }
  if (kind === 'looks' && typeof from === 'string' && isTextOrNull(at)) return { kind, from, at }
  if (kind === 'rang' && Array.isArray(rang) && rang.every(isRang)) return { kind, rang }
  return undefined
}

const isTextOrNull = (value: unknown): value is string | null => typeof value === 'string' || value === null

function isRang(value: unknown): value is Rang {
  const { id, sounded, shown } = fieldsOf(value)
  return typeof id === 'string' && (typeof sounded === 'number' || sounded === null) && typeof shown === 'boolean'
}
