import type { EventData, StoredEventType } from '../../shared/event.ts'
import type { Facts } from '../../shared/facts.ts'
import type { Settings } from '../../shared/settings.ts'
import type { Config } from '../config.ts'
import type { SiteConfig } from '../config-file.ts'
import type { Database, Sql } from '../database/database.ts'
import type { Outside } from '../outside/outside.ts'
import type { Actor } from './actor.ts'
import type { Clock } from './clock.ts'
import type { EphemeralEvents } from './ephemeral.ts'
import type { EventLog } from './events.ts'
import type { Heartbeat } from './lease.ts'
import type { Log } from './log.ts'
import type { Meter } from './meter.ts'
import type { Claim, Queue, TaskType, When } from './queue.ts'
import type { Reader } from './reader.ts'
import type { Seal } from './seal.ts'

/**
 * A site with its current state: the configuration, overridden by saved settings, and the prompt and facts of its
 * assistant.
 */
export type Site = Pick<SiteConfig, 'id' | 'name' | 'connector'> & {
  settings: Settings
  /** The latest published version; null if there is none. */
  prompt: { version: number; text: string } | null
  /** The business details; null if none are saved. */
  facts: Facts | null
  /** Whether it has tools that are enabled. */
  hasTools: boolean
}

export type Sites = {
  find(id: string): Promise<Site | undefined>
  all(): Promise<Site[]>
  ids(): string[]
}

/** The services of the server, created once at startup. A Context adds the caller and the site. */
export type Services = {
  config: Config
  database: Database
  clock: Clock
  log: Log
  seal: Seal
  outside: Outside
  events: EventLog
  /** Maintains the leases of this server. */
  heartbeat: Heartbeat
  queue: Queue
  ephemeral: EphemeralEvents
  sites: Sites
  reader: Reader
  meter: Meter
  /** Aborted when the server stops, so that waiting for events ends. Running work may finish. */
  stopping: AbortSignal
  /** Aborts `stopping`. */
  stop(): void
  /**
   * The owner of a bearer token: an API key, a session or the deployment's admin key. While an address is flooding, only
   * keys that were used before are looked up for it.
   */
  identify(token: string, from?: { isFlooding: boolean }): Promise<Actor | undefined>
}

/**
 * Receives the text of a reply as it is written. `open` starts the event stream; `replay` starts it for an answer given
 * earlier. `waits` receives the place of the reply in the queue of the model: 1 is next, 0 that its turn has come.
 */
export type Stream = { open(): void; replay(): void; text(delta: string): void; waits?(place: number): void }

/** What an operation or task works with. It knows nothing of HTTP. */
export type Context = {
  services: Services
  site: Site
  actor: Actor
  sql: Sql
  log: Log
  /** The client's address; empty for a task. */
  address: string
  /** The client's country as two letters, if a trusted proxy sent it. */
  country: string | null
  /** Aborted when the caller disconnects. */
  signal: AbortSignal
  stream: Stream | null
  /** The record that an earlier attempt of this request (same Idempotency-Key) stored before it failed, or null. */
  earlierRecord: string | null
  /** Milliseconds since the epoch. Constant within a transaction. */
  now(): number
  /** Runs `work` in one transaction, together with its events, tasks and audit row. Do not await external I/O in it. */
  tx<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

/** A Context inside a transaction. Events and tasks exist only here, so no change is stored without them. */
export type Tx = Context & {
  emit<T extends StoredEventType>(type: T, data: EventData<T>): void
  /** Makes all of the site's tasks of these types due now; see `runNow` of the queue. */
  runNow(tasks: Pick<TaskType, 'type'>[]): Promise<void>
  enqueue<Data>(task: TaskType<Data>, data: Data, when?: When): Promise<void>
  /** Makes what waits for a retry under this key of `serialBy` due now; see `hurryKey` of the queue. */
  hurry(task: Pick<TaskType, 'type'>, key: string): Promise<void>
  /** Enqueues a task that the caller runs itself after the commit; see `enqueueClaimed` of the queue. */
  enqueueClaimed<Data>(task: TaskType<Data>, data: Data, when?: Pick<When, 'name'>): Promise<Claim | undefined>
}
