import type { IncomingMessage, Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import { howToBuild } from './built.ts'
import { readConfig } from './config.ts'
import { openControl } from './control.ts'
import { collectWhenIdle } from './core/idle-memory.ts'
import { endLeases } from './core/lease.ts'
import { createLog } from './core/log.ts'
import { createServerClock, type ServerClock } from './core/server-clock.ts'
import { describeDamage } from './database/fault.ts'
import { migrate } from './database/migrate.ts'
import { openDatabase } from './database/open.ts'
import { listen, stopListening } from './listen.ts'
import { createOutside } from './outside/outside.ts'
import { findSecret, secretFor } from './secret.ts'
import type { ServiceOptions } from './services.ts'

const stopWithin = 10_000

/** Other upgrades, such as curl's offer of HTTP/2, are ignored, and the request is answered as usual. */
const shouldUpgradeCallback = ({ headers }: IncomingMessage) => headers.upgrade?.toLowerCase() === 'websocket'

/**
 * Longer than proxies keep an idle connection. If this side closed it first, a request on its way would be lost. In
 * milliseconds.
 */
const keepAliveTimeout = 75_000

export type Running = {
  /** Stops it cleanly, within ten seconds. */
  stop(): Promise<void>
  /** Resolves with the reason when the server must stop, because the data in the database was replaced. */
  replaced: Promise<string>
}

/** Opens the database and serves requests. Throws a ConfigError or a one-line Error. */
export async function start(): Promise<Running> {
  const config = readConfig()
  const missing = howToBuild()
  if (missing !== undefined) throw new Error(missing)
  const log = createLog(config.logLevel)
  for (const warning of config.warnings) log.warn(warning)
  // Reports invalid addresses before a database is created.
  const clock = createServerClock(log)
  const outside = createOutside(config, clock, log)
  // Reports a file without a secret before a database is created.
  if (config.secret === undefined) findSecret(config.dataDir)
  const { promise: replaced, resolve: onReplaced } = Promise.withResolvers<string>()
  const opening = openDatabase({ url: config.databaseUrl, dataDir: config.dataDir, log, onReplaced })
  // Loads the features while the database opens, because both take most of the start time.
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

const loadApp = () => Promise.all([import('./app.ts'), import('./services.ts'), import('./ready.ts')])

async function serve(options: ServiceOptions & { clock: ServerClock }): Promise<() => Promise<void>> {
  const { config, database } = options
  const stopFollowing = await options.clock.follow(database)
  if (database.kind === 'embedded') await endLeases(database.sql)
  const [{ createApp, prepare }, { createServices }, { announce }] = await loadApp()
  const services = createServices(options)
  const app = createApp(services)
  const server = createAdaptorServer({
    fetch: app.fetch,
    serverOptions: { shouldUpgradeCallback, keepAliveTimeout },
  }) as Server
  server.on('upgrade', app.upgrade)
  const address = await listen(server, config)
  services.outside.listensAt(address)
  await app.start()
  await prepare(services)
  const control = await openControl(services)
  await announce(services, address, process.stdout)
  const stopCollecting = collectWhenIdle()
  return async () => {
    stopCollecting()
    await stopListening(server, () => Promise.all([app.close(), control.close()]), stopWithin)
    services.outside.close()
    stopFollowing()
    await database.close()
  }
}
