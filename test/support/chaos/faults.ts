import { writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type postgres from 'postgres'
import type { FakeOllama } from '../fake-ollama.ts'
import type { PostgresServer } from '../postgres.ts'
import type { Server } from '../server.ts'

/** A server, and the file that sets its clock; Deno has none. */
export type Target = { server: Server; clock: string | undefined }

export type Scene = {
  targets: Target[]
  postgres: PostgresServer
  /** Closes connections and cancels queries of the servers. */
  admin: postgres.Sql
  model: FakeOllama
  random: () => number
}

type Fault = (scene: Scene) => Promise<void>

const between = (random: () => number, least: number, most: number) => least + random() * (most - least)
const one = ({ targets, random }: Scene) => targets[Math.floor(random() * targets.length)]!

async function killAndRestart(scene: Scene, servers: Server[]): Promise<void> {
  await Promise.all(servers.map((server) => server.kill9()))
  await pause(between(scene.random, 0, 2_000))
  await Promise.all(servers.map((server) => server.restart()))
}

async function suspend({ random }: Scene, { server }: Target): Promise<void> {
  process.kill(server.pid, 'SIGSTOP')
  await pause(between(random, 3_000, 20_000))
  process.kill(server.pid, 'SIGCONT')
}

async function setClock(scene: Scene, by: number): Promise<void> {
  const { clock } = one(scene)
  if (!clock) return
  writeFileSync(clock, String(by))
  await pause(between(scene.random, 4_000, 8_000))
  writeFileSync(clock, '0')
}

/** Makes the model respond differently for a while. */
const model =
  (path: string, step: Parameters<FakeOllama['instead']>[0]): Fault =>
  async ({ model, random }) => {
    model.instead((seen) => (seen.path === path ? step(seen) : undefined))
    await pause(between(random, 3_000, 10_000))
    model.instead(() => undefined)
  }

const others = 'pid <> pg_backend_pid() and datname = current_database()'

const faults: Record<string, Fault> = {
  'kill a server': (scene) => killAndRestart(scene, [one(scene).server]),
  'kill both servers': (scene) =>
    killAndRestart(
      scene,
      scene.targets.map(({ server }) => server),
    ),
  'stop a server': (scene) => one(scene).server.restart(),
  'suspend a server': (scene) => suspend(scene, one(scene)),
  'restart Postgres': async ({ postgres }) => {
    await postgres.crash()
    await postgres.start()
  },
  'stop Postgres for a while': async ({ postgres, random }) => {
    await postgres.crash()
    await pause(between(random, 3_000, 8_000))
    await postgres.start()
  },
  'suspend Postgres': async ({ postgres, random }) => {
    postgres.pause()
    await pause(between(random, 3_000, 8_000))
    postgres.resume()
  },
  'end all connections': async ({ admin }) =>
    void (await admin.unsafe(`select pg_terminate_backend(pid) from pg_stat_activity where ${others}`)),
  'end some connections': async ({ admin }) =>
    void (await admin.unsafe(
      `select pg_terminate_backend(pid) from pg_stat_activity where ${others} and random() < 0.4`,
    )),
  'cancel queries': async ({ admin }) => {
    for (let times = 0; times < 100; times++) {
      await admin.unsafe(`select pg_cancel_backend(pid) from pg_stat_activity where ${others} and state = 'active'`)
      await pause(20)
    }
  },
  'set a clock ahead': (scene) => setClock(scene, 120_000),
  'set a clock back': (scene) => setClock(scene, -600_000),
  'hang the model': model('/api/chat', () => [{ hang: true }]),
  'hang the embeddings': model('/api/embed', () => [{ hang: true }]),
  'break the model': model('/api/chat', () => [{ status: 503, body: 'overloaded' }]),
  'cut the model': model('/api/chat', () => [{ raw: '{"message":{"content":"Half' }, { cut: true }]),
  'have the model talk garbage': model('/api/chat', () => [{ raw: 'not JSON at all\n' }, { end: true }]),
}

/** The names of this many faults: all kinds in turn, in a different order each round. */
export function drawFaults(count: number, random: () => number): string[] {
  const drawn: string[] = []
  while (drawn.length < count) {
    const names = Object.keys(faults)
    while (names.length > 0) drawn.push(...names.splice(Math.floor(random() * names.length), 1))
  }
  return drawn.slice(0, count)
}

export const injectFault = (name: string, scene: Scene): Promise<void> => faults[name]!(scene)
