import { databaseFault, describeFault } from './database-fault.ts'
import type { Sql } from './sql.ts'
import { within } from './time-limit.ts'

/** How long a query may wait for its turn before the database counts as down, in milliseconds. */
const roomMs = 5_000

/** Why a query does not get through, in a sentence; undefined when one does in time. */
export async function hasRoom(sql: Sql): Promise<string | undefined> {
  const probe = sql`select 1`
  try {
    await within(probe, roomMs)
    return undefined
  } catch (error) {
    probe.cancel()
    return `The database takes no query: ${databaseFault(error) ? describeFault(error) : 'all its connections are busy'}.`
  }
}
