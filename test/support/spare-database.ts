import { tmpdir } from 'node:os'
import { silentLog } from '../../server/core/log.ts'
import type { Database } from '../../server/database/database.ts'
import { openEmbedded } from '../../server/database/embedded/embedded.ts'
import { openDatabase } from '../../server/database/open.ts'
import { emptyTemplate } from './database.ts'
import { createEmptyDatabase } from './empty-database.ts'

export type SpareDatabase = Database & { drop(): Promise<void> }

/** A database without tables of this kind; by default the kind that the tests run on. */
export async function createSpareDatabase(kind = process.env.TEST_DATABASE ?? 'embedded'): Promise<SpareDatabase> {
  if (kind === 'embedded') {
    const database = await openEmbedded({ log: silentLog, load: await emptyTemplate() })
    return { ...database, drop: database.close }
  }
  const empty = await createEmptyDatabase()
  const database = await openDatabase({ url: empty.url, dataDir: tmpdir(), log: silentLog })
  return {
    ...database,
    async drop() {
      await database.close()
      await empty.drop()
    },
  }
}
