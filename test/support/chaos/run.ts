import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import postgres from 'postgres'
import { call } from '../call.ts'
import { inconsistencies } from '../consistency.ts'
import { startFakeOllama } from '../fake-ollama.ts'
import { startPostgres } from '../postgres.ts'
import { type Server, startServer } from '../server.ts'
import { drawFaults, injectFault, type Scene, type Target } from './faults.ts'
import { compare, follow, readAll } from './follow.ts'
import { createLedger, createSender, type Ledger } from './ledger.ts'
import { teamSays, writeUntil } from './writers.ts'

export type ChaosOptions = {
  seed: number
  faults: number
  /** Only the faults whose names contain one of these. */
  only?: string[]
  runtime: 'node' | 'deno'
  /** How long after the last fault tasks may still be overdue. */
  settleMs: number
  tell(line: string): void
}

/** A task that is due for longer than this after recovery is stuck. */
const overdueMs = 10_000

/** Pseudo-random numbers from 0 to 1 for a seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Runs two servers on one Postgres through the faults, and compares them with the ledger of what they acknowledged. */
export async function runChaos(options: ChaosOptions): Promise<Ledger> {
  const { seed, runtime, settleMs, tell } = options
  const folder = mkdtempSync(join(tmpdir(), 'chaos-'))
  await using cleanup = new AsyncDisposableStack()
  cleanup.defer(() => rmSync(folder, { recursive: true, force: true }))
  const database = await startPostgres()
  cleanup.defer(() => database.stop())
  const model = await startFakeOllama()
  cleanup.defer(() => model.close())
  const targets: Target[] = []
  for (const name of ['one', 'two']) {
    const target = await startTarget(join(folder, name), {
      runtime,
      url: database.url,
      model: model.url,
      first: targets[0],
    })
    targets.push(target)
    cleanup.defer(() => target.server[Symbol.asyncDispose]())
  }
  const admin = postgres(database.url, { max: 1, onnotice: () => {} })
  cleanup.defer(() => admin.end())
  const scene: Scene = { targets, postgres: database, admin, model, random: createRandom(seed) }
  const ledger = createLedger()
  const servers = targets.map(({ server }) => server)
  await liftCaps(servers[0]!)
  const adminKey = servers[0]!.adminKey
  const before = (await readAll(servers[0]!.url, adminKey, '')).at(-1)?.id ?? ''
  const followers = servers.map((server) => follow(() => server.url, adminKey, before))
  const over = new AbortController()
  const send = createSender(() => servers.map(({ url }) => url), adminKey, ledger)
  const writing = writeUntil(over.signal, send, ledger, createRandom(seed + 1))
  await injectAll(options, scene, ledger)
  over.abort()
  await writing
  tell(`all writes are acknowledged; waiting ${settleMs / 1000} s for the background work`)
  await pause(settleMs)
  const log = (await readAll(servers[0]!.url, adminKey, before)).map(({ id }) => id)
  for (const [at, follower] of followers.entries()) {
    await follower.end(log.at(-1)!)
    compare(`the reader at server ${at + 1}`, follower, log, ledger)
  }
  await findLost(servers[0]!, ledger)
  await findStuck(admin, ledger)
  return ledger
}

type TargetOptions = { runtime: 'node' | 'deno'; url: string; model: string; first: Target | undefined }

async function startTarget(clock: string, { runtime, url, model, first }: TargetOptions): Promise<Target> {
  writeFileSync(clock, '0')
  const onNode = runtime === 'node'
  const preload = new URL('../set-clock.ts', import.meta.url).href
  const same = first && { SVC_SECRET: first.server.secret, ADMIN_API_KEY: first.server.adminKey }
  const server = await startServer({
    runtime,
    database: 'embedded',
    fresh: true,
    env: {
      DATABASE_URL: url,
      OLLAMA_HOST: model,
      ...same,
      ...(onNode && { NODE_OPTIONS: `--import=${preload}`, SET_CLOCK: clock }),
    },
    config: { ai: { provider: 'ollama', concurrency: 4, firstTokenSeconds: 5 } },
  })
  return { server, clock: onNode ? clock : undefined }
}

async function liftCaps(server: Server): Promise<void> {
  const limits = { messagesPerSitePerDay: 1_000_000 }
  await call(server, 'PUT', '/api/v1/settings', { settings: { security: { limits } } })
}

async function injectAll({ faults: count, only, tell }: ChaosOptions, scene: Scene, ledger: Ledger): Promise<void> {
  await pause(2_000)
  const drawn = drawFaults(only ? count * 20 : count, scene.random)
  const names = (only ? drawn.filter((name) => only.some((part) => name.includes(part))) : drawn).slice(0, count)
  for (const [at, name] of names.entries()) {
    const known = ledger.violations.length
    await injectFault(name, scene)
    await pause(1_000 + scene.random() * 2_000)
    const more = ledger.violations.slice(known)
    tell(`${at + 1}/${names.length} ${name}: ${ledger.acknowledged} acknowledged, ${ledger.retries} sent again`)
    for (const violation of more) tell(`  ${violation}`)
  }
}

/** Compares what was acknowledged with what is stored. */
async function findLost(server: Server, { conversations, contacts, entries, violations }: Ledger): Promise<void> {
  const get = async (path: string) => {
    for (;;) {
      const { status, body } = await call(server, 'GET', `/api/v1${path}`)
      if (status !== 429) return body
      await pause(1_000)
    }
  }
  for (const { id, texts, closed } of conversations) {
    const found = await get(`/conversations/${id}`)
    // The assistant may quote a message, so only the team's other messages count.
    const stored = (found.messages ?? []).filter(
      ({ role, text }: { role: string; text?: string }) => role === 'user' || text?.startsWith(teamSays),
    )
    const emitted = stored.map(({ text }: { text: string }) => text)
    if (emitted.join('\n') !== texts.join('\n')) violations.push(`${nameDifference(texts, emitted)} in ${id}`)
    const status = found.conversation?.status
    if (closed && status !== 'closed') violations.push(`lost: the close of ${id}, which is ${status}`)
  }
  for (const { id, email } of contacts)
    if ((await get(`/leads/${id}`)).email !== email) violations.push(`lost: the contact ${email}`)
  const kept = new Set<string>()
  for (let before = ''; ; ) {
    const page = await get(`/knowledge/manual?limit=200${before && `&before=${encodeURIComponent(before)}`}`)
    for (const { id } of page.entries ?? []) kept.add(id)
    if (!page.next) break
    before = page.next
  }
  for (const id of entries) if (!kept.has(id)) violations.push(`lost: the entry ${id}`)
}

export function nameDifference(wanted: string[], found: string[]): string {
  const lost = wanted.filter((text) => !found.includes(text))
  if (lost.length > 0) return `lost: ${lost.join(', ')}`
  const doubled = found.filter((text, at) => found.indexOf(text) !== at)
  if (doubled.length > 0) return `duplicated: ${doubled.join(', ')}`
  return `reordered: ${found.join(', ')}`
}

/** Finds tasks that nobody runs after recovery, and rows that contradict each other. */
async function findStuck(admin: postgres.Sql, { violations, conversations }: Ledger): Promise<void> {
  const overdue = await admin<{ type: string; late: number; failures: number }[]>`
    select type, failures, (extract(epoch from clock_timestamp()) * 1000 - run_at)::float8 as late from queue
    where run_at < extract(epoch from clock_timestamp()) * 1000 - ${overdueMs}`
  for (const { type, late, failures } of overdue)
    violations.push(`stuck: ${type} is ${Math.round(late / 1000)} s overdue after ${failures} failures`)
  const cut = await admin`
    select distinct conversation_id as id from messages
    where role = 'user' and outcome is null and conversation_id = any(${conversations.map(({ id }) => id)})`
  for (const { id } of cut) violations.push(`stuck: ${id} still waits for a reply`)
  for (const line of await inconsistencies(admin as never)) violations.push(`inconsistent: ${line}`)
}
