import type { Config } from './config.ts'
import type { Clock } from './core/clock.ts'
import type { Parts } from './core/context.ts'
import { createEventLog } from './core/events.ts'
import type { Log } from './core/log.ts'
import { createMeter } from './core/meter.ts'
import { createMoments } from './core/moments.ts'
import { createQueue } from './core/queue.ts'
import { createSeal } from './core/seal.ts'
import type { Database } from './database/database.ts'
import { createIdentify } from './features/keys.ts'
import { createReaderApart } from './features/knowledge/reading/apart.ts'
import { createReader } from './features/knowledge/reading/reader.ts'
import { createSites } from './features/settings/sites.ts'
import type { Outside } from './outside/outside.ts'

export type Ground = { config: Config; database: Database; clock: Clock; log: Log; secret: string; outside: Outside }

/** What the server is made of, over an open and migrated database. Nothing runs yet. */
export function createParts({ config, database, clock, log, secret, outside }: Ground): Parts {
  const seal = createSeal(secret)
  const events = createEventLog({ database, clock, log })
  const queue = createQueue({ database, clock, log })
  const moments = createMoments({ database, clock, log })
  const sites = createSites({ config, database, events })
  const identify = createIdentify({ config, database, clock, log, seal, events })
  // Deno may start no process, so that it reads in threads of this one.
  const reader = process.versions.deno ? createReader(clock) : createReaderApart(clock, log)
  const meter = createMeter()
  const stop = new AbortController()
  const running = { meter, stopping: stop.signal, stop: () => stop.abort() }
  return { config, database, clock, log, seal, outside, events, queue, moments, sites, identify, reader, ...running }
}
