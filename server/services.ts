import type { Config } from './config.ts'
import type { Clock } from './core/clock.ts'
import type { Services } from './core/context.ts'
import { createEphemeralEvents } from './core/ephemeral.ts'
import { createEventLog } from './core/events.ts'
import { createHeartbeat } from './core/lease.ts'
import type { Log } from './core/log.ts'
import { createMeter } from './core/meter.ts'
import { createSeal } from './core/seal.ts'
import { createQueue } from './core/worker.ts'
import type { Database } from './database/database.ts'
import { createIdentify } from './features/keys.ts'
import { createIsolatedReader } from './features/knowledge/reading/isolated.ts'
import { createReader } from './features/knowledge/reading/reader.ts'
import { createSites } from './features/settings/sites.ts'
import type { Outside } from './outside/outside.ts'

export type ServiceOptions = {
  config: Config
  database: Database
  clock: Clock
  log: Log
  secret: string
  outside: Outside
}

/** Creates the services of the server, on an open and migrated database. Nothing runs yet. */
export function createServices({ config, database, clock, log, secret, outside }: ServiceOptions): Services {
  const seal = createSeal(secret)
  const events = createEventLog({ database, clock, log })
  const heartbeat = createHeartbeat({ database, log })
  const stop = new AbortController()
  const queue = createQueue({ database, clock, log, heartbeat, stopping: stop.signal })
  const ephemeral = createEphemeralEvents({ database, clock, log })
  const sites = createSites({ config, database, events })
  const identify = createIdentify({ config, database, clock, log, seal, events })
  // Deno may not start processes, so it reads in threads of this one.
  const reader = process.versions.deno ? createReader(clock) : createIsolatedReader(clock, log)
  const meter = createMeter()
  const running = { meter, heartbeat, stopping: stop.signal, stop: () => stop.abort() }
  return { config, database, clock, log, seal, outside, events, queue, ephemeral, sites, identify, reader, ...running }
}
