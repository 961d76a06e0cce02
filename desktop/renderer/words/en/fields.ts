import type { Fault } from '../../form/faults.ts'

/** Fields of settings, what is wrong with them, and lists of them. */
export const fields = {
  /** What is wrong, as the server has it. */
  fault: ({ message }: Fault) => message,
  faults: (count: number) =>
    count === 1 ? 'Something is wrong with a field.' : `Something is wrong with ${count} fields.`,
}

export const lists = {
  up: (name: string) => `Move up: ${name}`,
  down: (name: string) => `Move down: ${name}`,
  remove: (name: string) => `Remove: ${name}`,
  movedTo: (place: number, count: number) => `Now at place ${place} of ${count}`,
  full: (most: number) => `That is all: there may be ${most}.`,
}
