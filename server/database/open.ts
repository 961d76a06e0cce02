import type { Database, Log } from './database.ts'
import { openEmbedded } from './embedded/embedded.ts'
import { openServer } from './server/server.ts'

export type OpenOptions = {
  url?: string | undefined
  dataDir: string
  log: Log
  /**
   * For programs that keep using the database: keeps out commands that replace its data. Called if the data was
   * replaced anyway; no query is executed afterwards. The embedded database does not need this lock, because its folder
   * has one owner.
   */
  onReplaced?: ((reason: string) => void) | undefined
}

/** Opens the database server at `url`, or the embedded database below `dataDir`. Throws a one-line Error. */
export function openDatabase({ url, dataDir, log, onReplaced }: OpenOptions): Promise<Database> {
  return url ? openServer({ url, log, onReplaced }) : openEmbedded({ dataDir, log })
}
