import type { Database, Log } from './database.ts'
import { openEmbedded } from './embedded/embedded.ts'
import { openServer } from './server/server.ts'

export type OpenOptions = {
  url?: string | undefined
  dataDir: string
  log: Log
  /**
   * For whoever goes on using the database: keeps commands away that replace its data. Called where the data was replaced
   * all the same; no query is executed from then on. The embedded database's folder has one owner and needs no such lock.
   */
  onReplaced?: ((reason: string) => void) | undefined
}

/** Opens the server's database that `url` names, or the embedded one below `dataDir`. Throws an Error of one line. */
export function openDatabase({ url, dataDir, log, onReplaced }: OpenOptions): Promise<Database> {
  return url ? openServer({ url, log, onReplaced }) : openEmbedded({ dataDir, log })
}
