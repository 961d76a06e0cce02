import type { IncomingMessage, Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import { readConfig } from './config.ts'
import { openControl } from './control.ts'
import { createLog } from './core/log.ts'
import { releaseTasks } from './core/queue.ts'
import { createServerClock, type ServerClock } from './core/server-clock.ts'
import { describeDamage } from './database/fault.ts'
import { migrate } from './database/migrate.ts'
import { openDatabase } from './database/open.ts'
import { listen, stopListening } from './listen.ts'
import { createOutside } from './outside/outside.ts'
import type { Ground } from './parts.ts'
import { findSecret, secretFor } from './secret.ts'

const stopWithin = 10_000

/** Other upgrades, such as that to HTTP/2 which curl offers, are ignored: the request is answered as it is. */
const shouldUpgradeCallback = ({ headers }: IncomingMessage) => headers.upgrade?.toLowerCase() === 'websocket'

/**
 * Longer than proxies keep an idle connection: were it closed here first, a request that is on its way would be lost.
 * In milliseconds.
 */
const keepAliveTimeout = 75_000

export type Running = {
  /** Stops it, cleanly and within ten seconds. */
  stop(): Promise<void>
  /** Fulfilled with the reason when it must stop, because the database holds other data than at the start. */
  replaced: Promise<string>
}

/** Opens everything and serves. Throws a ConfigError or an Error of one line. */
export async function start(): Promise<Running> {
  const config = readConfig()
  const log = createLog(config.logLevel)
  for (const warning of config.warnings) log.warn(warning)
  // Its addresses may be wrong: that is to be known before a database is made.
  const clock = createServerClock(log)
  const outside = createOutside(config, clock, log)
  // A file without one is to be known before, too.
  if (config.secret === undefined) findSecret(config.dataDir)
  const { promise: replaced, resolve: onReplaced } = Promise.withResolvers<string>()
  const opening = openDatabase({ url: config.databaseUrl, dataDir: config.dataDir, log, onReplaced })
  // The features are loaded while the database opens, which is what a start takes longest for.
  const [database] = await Promise.all([opening, loadApp()])
  try {
    await migrate(database.sql, new URL('../migrations/', import.meta.url))
    const secret = await secretFor(config, database.sql)
    return { stop: await serve({ config, log, clock, secret, database, outside }), replaced }
  } catch (error) {
    await database.close()
    const damage = describeDamage(error)
    throw damage ? new Error(damage, { cause: error }) : error
  }
}

const loadApp = () =>
  Promise.all([import('./app.ts'), import('./parts.ts'), import('./features/start/prepare.ts'), import('./ready.ts')])

async function serve(ground: Ground & { clock: ServerClock }): Promise<() => Promise<void>> {
  const { config, database } = ground
  const stopFollowing = await ground.clock.follow(database)
  if (database.kind === 'embedded') await releaseTasks(database.sql)
  const [{ createApp }, { createParts }, { prepare }, { announce }] = await loadApp()
  const parts = createParts(ground)
  const app = createApp(parts)
  const server = createAdaptorServer({
    fetch: app.fetch,
    serverOptions: { shouldUpgradeCallback, keepAliveTimeout },
  }) as Server
  server.on('upgrade', app.upgrade)
  const address = await listen(server, config)
  await app.start()
  await prepare(parts)
  const control = await openControl(parts)
  await announce(parts, address, process.stdout)
  return async () => {
    await stopListening(server, () => Promise.all([app.close(), control.close()]), stopWithin)
    parts.outside.close()
    stopFollowing()
    await database.close()
  }
}
