import type { Fault } from '../../form/faults.ts'
import { pluralsOf } from '../plural.ts'

const plural = pluralsOf('en')

/** Fields of settings, what is wrong with them, and lists of them. */
export const fields = {
  /** What is wrong, as the server has it. */
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
