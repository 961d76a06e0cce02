import type { Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import { createApp } from './app.ts'
import { ConfigError, readConfig } from './config.ts'
import { openControl } from './control.ts'
import { systemClock } from './core/clock.ts'
import { createLog } from './core/log.ts'
import { migrate } from './core/migrate.ts'
import { openDatabase } from './core/sql.ts'
import { prepare } from './features/start/prepare.ts'
import { listen, stopListening } from './listen.ts'
import { createOutside } from './outside/outside.ts'
import { createParts, type Ground } from './parts.ts'
import { announce } from './ready.ts'
import { secretOf } from './secret.ts'

const stopWithin = 10_000

async function start(): Promise<() => Promise<void>> {
  const config = readConfig()
  const log = createLog(config.logLevel)
  for (const warning of config.warnings) log.warn(warning)
  // Its addresses may be wrong: that is to be known before a database is made.
  const outside = createOutside(config, systemClock, log)
  const secret = config.secret ?? secretOf(config.dataDir)
  const database = await openDatabase({ url: config.databaseUrl, dataDir: config.dataDir, log })
  try {
    return await serve({ config, log, clock: systemClock, secret, database, outside })
  } catch (error) {
    await database.close()
    throw error
  }
}

async function serve(ground: Ground): Promise<() => Promise<void>> {
  const { config, database } = ground
  await migrate(database.sql, new URL('../migrations/', import.meta.url))
  const parts = createParts(ground)
  const app = createApp(parts)
  const server = createAdaptorServer({ fetch: app.fetch }) as Server
  server.on('upgrade', app.upgrade)
  const address = await listen(server, config)
  await app.start()
  await prepare(parts)
  const control = await openControl(parts)
  await announce(parts, address, process.stdout)
  return async () => {
    await stopListening(server, () => Promise.all([app.close(), control.close()]), stopWithin)
    parts.outside.close()
    await database.close()
  }
}

function stopOnSignals(stop: () => Promise<void>): void {
  let stopping = false
  const end = () => {
    // npm passes a terminal's signal on although the server got it already.
    if (stopping) return
    stopping = true
    stop().then(
      () => process.exit(0),
      (error) => {
        process.stderr.write(`${(error as Error).message}\n`)
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
}

start().then(stopOnSignals, (error) => {
  const lines = error instanceof ConfigError ? error.lines : [(error as Error).message]
  for (const line of lines) process.stderr.write(`${line}\n`)
  process.exit(1)
})
