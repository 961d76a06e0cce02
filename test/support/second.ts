import { tmpdir } from 'node:os'
import { createApp } from '../../server/app.ts'
import type { Context, Parts } from '../../server/core/context.ts'
import { type Log, silentLog } from '../../server/core/log.ts'
import { systemContext } from '../../server/core/transaction.ts'
import type { Database } from '../../server/database/database.ts'
import { openDatabase } from '../../server/database/open.ts'
import { createOutside } from '../../server/outside/outside.ts'
import { createParts } from '../../server/parts.ts'
import type { TestClock } from './clock.ts'
import type { World } from './world.ts'

/** Another server on the database of a world, without a port of its own. */
export type Second = {
  parts: Parts
  app: ReturnType<typeof createApp>
  context(site?: string): Promise<Context>
  start(): Promise<void>
  close(): Promise<void>
}

type Options = { start?: boolean; clock?: TestClock; log?: Log }

/**
 * Opens it with connections of its own on a database server; the embedded database cannot be opened twice, so there it
 * shares the one that is open. It hears of what others do there when the clock is moved.
 */
export async function openSecond(
  world: World,
  { start = true, clock, log = silentLog }: Options = {},
): Promise<Second> {
  const { config, clock: shared } = world.parts
  const database = await openAgain(world.parts.database)
  const time = clock ?? shared
  const outside = createOutside(config, time, log)
  const parts = createParts({ config, database, clock: time, log, secret: 'the secret of the tests', outside })
  const app = createApp(parts)
  if (start) await app.start()
  return {
    parts,
    app,
    async context(site = 'demo') {
      const found = await parts.sites.find(site)
      if (!found) throw new Error(`there is no site ${site}`)
      return systemContext(parts, found)
    },
    start: app.start,
    async close() {
      await app.close()
      outside.close()
      await database.close()
    },
  }
}

/** The same database over connections of its own; the embedded one is shared. */
export async function openAgain(database: Database): Promise<Database> {
  if (database.kind === 'embedded') return { ...database, close: async () => {} }
  const [{ name }] = await database.sql<[{ name: string }]>`select current_database() as name`
  const url = new URL(process.env.TEST_DATABASE_URL as string)
  url.pathname = `/${name}`
  return await openDatabase({ url: url.href, dataDir: tmpdir(), log: silentLog })
}
