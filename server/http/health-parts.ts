import type { Parts } from '../core/context.ts'
import { diskRoom } from '../core/disk.ts'
import { databaseSize, logState, queueState } from '../core/state.ts'
import { schemaState } from '../database/migrate.ts'
import { assistantHealth } from '../features/assistant/state.ts'
import { searchHealth } from '../features/knowledge/embedding/state.ts'
import type { Monitor } from '../features/live/monitor.ts'
import { telegramHealth } from '../features/live/telegram/state.ts'
import { version } from '../version.ts'

/** What only the running server knows. */
export type Live = { sockets(): number; monitor: Monitor }

type Part = { ok: boolean; detail?: string | undefined; [name: string]: unknown }

const migrations = new URL('../../migrations/', import.meta.url)
const lateMs = 5 * 60_000
const scarceBytes = 500_000_000
const recentMs = 60 * 60_000

/**
 * All parts, each with whether it is well. `status` is `down` where the product cannot do its work, and `degraded` where
 * something is not well that it can do without.
 * @param down why the database does not answer; undefined where it does
 */
export async function examineParts(parts: Parts, live: Live, down: string | undefined) {
  const [stored, model, disk] = await Promise.all([
    down === undefined ? storedParts(parts, live) : { database: databasePart(parts, down) },
    parts.outside.models.health(),
    diskPart(parts),
  ])
  const all: Record<string, Part> = {
    ...stored,
    model,
    assistant: assistantHealth(parts),
    disk,
    clock: clockPart(parts),
    sockets: { ok: true, open: live.sockets() },
    replies: { ok: true, ...parts.meter.replies() },
    outside: outsidePart(parts),
  }
  const well = Object.values(all).every(({ ok }) => ok)
  const status = down !== undefined ? 'down' : well ? 'ok' : 'degraded'
  return { status, version, runtime, uptimeSeconds: Math.round(process.uptime()), parts: all }
}

const runtime = process.versions.deno ? `deno ${process.versions.deno}` : `node ${process.versions.node}`

async function storedParts(parts: Parts, { monitor }: Live): Promise<Record<string, Part>> {
  const { sql } = parts.database
  const [size, schema, log, queue, live, telegram, search, browser] = await Promise.all([
    databaseSize(sql),
    schemaState(sql, migrations),
    logState(parts),
    queueState(sql, parts.clock.now()),
    monitor.health(),
    telegramHealth(parts),
    searchHealth(parts),
    browserPart(parts),
  ])
  const late = queue.oldestMs > lateMs
  return {
    database: { ...databasePart(parts), bytes: size },
    migrations: { ok: schema.applied === schema.expected, ...schema },
    events: { ok: true, ...log },
    queue: { ok: !late && queue.failing === 0, ...queue, detail: late ? 'Jobs are not done in time.' : undefined },
    live,
    telegram,
    search,
    browser,
  }
}

const databasePart = ({ database: { kind, version, vectors } }: Parts, down?: string): Part => ({
  ok: down === undefined,
  detail: down,
  kind,
  version,
  pgvector: vectors,
})

async function diskPart({ config }: Parts): Promise<Part> {
  const room = await diskRoom(config.dataDir)
  if (!room) return { ok: true, detail: 'The room on the disk is not known.' }
  return { ok: room.free > scarceBytes, freeBytes: room.free, totalBytes: room.total }
}

/** Whether pages' scripts can be run, where a site wants it. */
async function browserPart({ outside, sites }: Parts): Promise<Part> {
  const wanted = (await sites.all()).some(({ settings }) => settings.crawl.renderJs)
  const { ok, detail } = outside.renderer.health()
  return { ok: ok || !wanted, wanted, detail }
}

/** How far this machine's clock is from the time that the server goes by, which is the database's. */
function clockPart({ clock }: Parts): Part {
  const detail = clock.fault?.()
  return { ok: detail === undefined, detail, apartMs: clock.local ? clock.local() - clock.now() : 0 }
}

/** Calls to the world that failed within the last hour; they are no fault of this server. */
function outsidePart({ outside, clock }: Parts): Part {
  const calls = outside.dial.ledger().filter(({ at }) => at > clock.now() - recentMs)
  const failures = calls.filter(({ fault }) => fault !== null)
  return { ok: true, calls: calls.length, failed: failures.length, failures: failures.slice(-20) }
}
