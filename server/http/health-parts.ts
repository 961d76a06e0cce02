import type { Services } from '../core/context.ts'
import { diskRoom } from '../core/disk.ts'
import { databaseSize, logState, queueState } from '../core/stats.ts'
import { describeDamage, describeFault } from '../database/fault.ts'
import { schemaState } from '../database/migrate.ts'
import { assistantHealth } from '../features/assistant/reply/state.ts'
import { searchHealth } from '../features/knowledge/embedding/search-health.ts'
import type { Monitor } from '../features/live/monitor.ts'
import { telegramHealth } from '../features/live/telegram/state.ts'
import { version } from '../version.ts'

/** State that only the running server knows. */
export type Live = { sockets(): number; monitor: Monitor }

type Part = { ok: boolean; detail?: string | undefined; [name: string]: unknown }

const migrations = new URL('../../migrations/', import.meta.url)
const lateMs = 5 * 60_000
const scarceBytes = 500_000_000
const recentMs = 60 * 60_000

/**
 * All parts with their health. `status` is `down` if the product cannot work, and `degraded` if an optional part has a
 * problem.
 * @param down why the database is not responding; undefined if it is
 */
export async function examineParts(services: Services, live: Live, down: string | undefined) {
  const [{ fault, stored }, model, disk] = await Promise.all([
    examineStored(services, live, down),
    services.outside.models.health(),
    diskPart(services),
  ])
  const all: Record<string, Part> = {
    ...stored,
    model,
    assistant: assistantHealth(services),
    disk,
    clock: clockPart(services),
    sockets: { ok: true, open: live.sockets() },
    replies: { ok: true, ...services.meter.replies() },
    outside: outsidePart(services),
  }
  const well = Object.values(all).every(({ ok }) => ok)
  const status = fault !== undefined ? 'down' : well ? 'ok' : 'degraded'
  return { status, version, runtime, uptimeSeconds: Math.round(process.uptime()), parts: all }
}

/** What the database knows. A database whose files are damaged may respond to the simple check, and to nothing else. */
async function examineStored(services: Services, live: Live, down: string | undefined) {
  try {
    if (down === undefined) return { fault: undefined, stored: await storedParts(services, live) }
  } catch (error) {
    down = describeDamage(error) ?? describeFault(error)
  }
  return { fault: down, stored: { database: databasePart(services, down) } as Record<string, Part> }
}

const runtime = process.versions.deno ? `deno ${process.versions.deno}` : `node ${process.versions.node}`

async function storedParts(services: Services, { monitor }: Live): Promise<Record<string, Part>> {
  const { sql } = services.database
  const [size, schema, log, queue, live, telegram, search, browser] = await Promise.all([
    databaseSize(sql),
    schemaState(sql, migrations),
    logState(services),
    queueState(sql, services.clock.now()),
    monitor.health(),
    telegramHealth(services),
    searchHealth(services),
    browserPart(services),
  ])
  const late = queue.oldestMs > lateMs
  return {
    database: { ...databasePart(services), bytes: size },
    migrations: { ok: schema.applied === schema.expected, ...schema },
    events: { ok: true, ...log },
    queue: {
      ok: !late && queue.failing === 0,
      ...queue,
      closedTargets: services.queue.closedTargets(),
      detail: late ? 'Jobs are late.' : undefined,
    },
    live,
    telegram,
    search,
    browser,
  }
}

const databasePart = ({ database: { kind, version, vectors } }: Services, down?: string): Part => ({
  ok: down === undefined,
  detail: down,
  kind,
  version,
  pgvector: vectors,
})

async function diskPart({ config }: Services): Promise<Part> {
  const room = await diskRoom(config.dataDir)
  if (!room) return { ok: true, detail: 'The free disk space is unknown.' }
  return { ok: room.free > scarceBytes, freeBytes: room.free, totalBytes: room.total }
}

/** Whether pages can be rendered, if a site wants it. */
async function browserPart({ outside, sites }: Services): Promise<Part> {
  const wanted = (await sites.all()).some(({ settings }) => settings.crawl.renderJs)
  const { ok, detail } = outside.renderer.health()
  return { ok: ok || !wanted, wanted, detail }
}

/** The difference between this machine's clock and the database's, which the server uses. */
function clockPart({ clock }: Services): Part {
  const detail = clock.fault?.()
  return { ok: detail === undefined, detail, apartMs: clock.local ? clock.local() - clock.now() : 0 }
}

/** Failed calls of the last hour to other services, which are not errors of this server. */
function outsidePart({ outside, clock }: Services): Part {
  const calls = outside.dial.ledger().filter(({ at }) => at > clock.now() - recentMs)
  const failures = calls.filter(({ fault }) => fault !== null)
  return { ok: true, calls: calls.length, failed: failures.length, failures: failures.slice(-20) }
}
