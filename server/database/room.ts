import { within } from '../core/time-limit.ts'
import type { Sql } from './database.ts'
import { databaseFault, describeFault } from './fault.ts'

/** How long a query may wait for its turn before the database counts as down, in milliseconds. */
const roomMs = 5_000

/**
 * Gives a function that says in a sentence why a query does not get through, or undefined when one does in time. However
 * often it is asked, one query at a time waits.
 */
export function askRoom(sql: Sql): () => Promise<string | undefined> {
  let probe: Promise<unknown> | undefined
  return async () => {
    probe ??= sql`select 1`.finally(() => {
      probe = undefined
    })
    try {
      await within(probe, roomMs)
      return undefined
    } catch (error) {
      const reason = databaseFault(error) ? describeFault(error) : 'all its connections are busy'
      return `The database takes no query: ${reason}.`
    }
  }
}
