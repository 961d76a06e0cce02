import type { Database, Sql } from './database.ts'
import { databaseFault } from './fault.ts'

/** What both databases offer as `listen`, on a connection of its own that the `postgres` package keeps up. */
export const listenOn =
  (sql: Sql): Database['listen'] =>
  async (channel, onMessage, onListen) => {
    const { unlisten } = await sql.listen(channel, onMessage, onListen)
    return async () => {
      try {
        await unlisten()
      } catch (error) {
        // A connection that is gone does not listen any more.
        if (!databaseFault(error)) throw error
      }
    }
  }
