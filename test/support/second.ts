import { tmpdir } from 'node:os'
import { createApp } from '../../server/app.ts'
import type { Context, Services } from '../../server/core/context.ts'
import { type Log, silentLog } from '../../server/core/log.ts'
import { systemContext } from '../../server/core/transaction.ts'
import type { Database } from '../../server/database/database.ts'
import { openDatabase } from '../../server/database/open.ts'
import { createOutside } from '../../server/outside/outside.ts'
import { createServices } from '../../server/services.ts'
import type { TestClock } from './clock.ts'
import type { World } from './world.ts'

/** Another server on the database of a world, without its own port. */
export type Second = {
  services: Services
  app: ReturnType<typeof createApp>
  context(site?: string): Promise<Context>
  start(): Promise<void>
  close(): Promise<void>
}

type Options = { start?: boolean; clock?: TestClock; log?: Log }

/**
 * Opens it with its own connections on a database server. The embedded database cannot be opened twice, so it is
 * shared; changes by others are noticed there when the clock is moved.
 */
export async function openSecond(
  world: World,
  { start = true, clock, log = silentLog }: Options = {},
): Promise<Second> {
  const { config, clock: shared } = world.services
  const database = await openAgain(world.services.database)
  const time = clock ?? shared
  const outside = createOutside(config, time, log)
  const services = createServices({ config, database, clock: time, log, secret: 'the secret of the tests', outside })
  const app = createApp(services)
  if (start) await app.start()
  return {
    services,
    app,
    async context(site = 'demo') {
      const found = await services.sites.find(site)
      if (!found) throw new Error(`there is no site ${site}`)
      return systemContext(services, found)
    },
    start: app.start,
    async close() {
      await app.close()
      outside.close()
      await database.close()
    },
  }
}

/** The same database with its own connections; the embedded one is shared. */
export async function openAgain(database: Database): Promise<Database> {
  if (database.kind === 'embedded') return { ...database, close: async () => {} }
  const [{ name }] = await database.sql<[{ name: string }]>`select current_database() as name`
  const url = new URL(process.env.TEST_DATABASE_URL as string)
  url.pathname = `/${name}`
  return await openDatabase({ url: url.href, dataDir: tmpdir(), log: silentLog })
}
