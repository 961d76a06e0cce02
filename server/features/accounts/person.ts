import type { Actor } from '../../core/actor.ts'
import { badRequest } from '../../core/error.ts'

/** The email of the signed-in person who asks. 400 to a key, with what is a person's own: `A draft is kept for …`. */
export function getPerson({ actor }: { actor: Actor }, what: string): string {
  if (actor.kind !== 'person') throw badRequest(`${what} a signed-in person; a key has none.`, 'person_only')
  return actor.id
}
