import type { Fault } from '../../form/faults.ts'
import { pluralsOf } from '../plural.ts'

const plural = pluralsOf('en')

/** Setting fields, their faults, and lists of them. */
export const fields = {
  /** The faults by the server's reasons. */
  fault: ({ message }: Fault) => message,
  faults: (count: number) =>
    plural(count, { one: 'Something is wrong with a field.', other: 'Something is wrong with # fields.' }),
}

export const lists = {
  up: (name: string) => `Move up: ${name}`,
  down: (name: string) => `Move down: ${name}`,
  remove: (name: string) => `Remove: ${name}`,
  movedTo: (place: number, count: number) => `Now at place ${place} of ${count}`,
  full: (most: number) => `That is all: there may be ${most}.`,
}
