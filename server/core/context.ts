import type { EventData, StoredEventType } from '../../shared/event.ts'
import type { Facts } from '../../shared/facts.ts'
import type { Settings } from '../../shared/settings.ts'
import type { Config } from '../config.ts'
import type { SiteConfig } from '../config-file.ts'
import type { Database, Sql } from '../database/database.ts'
import type { Outside } from '../outside/outside.ts'
import type { Actor } from './actor.ts'
import type { Clock } from './clock.ts'
import type { EventLog } from './events.ts'
import type { Log } from './log.ts'
import type { Meter } from './meter.ts'
import type { Moments } from './moments.ts'
import type { Queue, TaskType, When } from './queue.ts'
import type { Reader } from './reader.ts'
import type { Seal } from './seal.ts'

/** A site as it stands now: its configuration with what was saved in settings over it, and what it tells its assistant. */
export type Site = Pick<SiteConfig, 'id' | 'name' | 'connector'> & {
  settings: Settings
  /** The version that was published last; null: none was. */
  prompt: { version: number; text: string } | null
  /** The business details; null: none were saved. */
  facts: Facts | null
}

export type Sites = {
  find(id: string): Promise<Site | undefined>
  all(): Promise<Site[]>
  ids(): string[]
}

/** What the whole server is made of, once; a Context adds who asks, and for which site. */
export type Parts = {
  config: Config
  database: Database
  clock: Clock
  log: Log
  seal: Seal
  outside: Outside
  events: EventLog
  queue: Queue
  moments: Moments
  sites: Sites
  reader: Reader
  meter: Meter
  /** Aborted when the server stops: whoever waits for something to happen waits no longer. What runs may end. */
  stopping: AbortSignal
  /** Aborts `stopping`. */
  stop(): void
  /** Who a bearer token belongs to: a key, a session, or the deployment's own key. */
  identify(token: string): Promise<Actor | undefined>
}

/**
 * Where a reply's text goes while it is being written. `open` says that from here on the answer is a stream, `replay` that
 * it is one of an answer that was given before.
 */
export type Stream = { open(): void; replay(): void; text(delta: string): void }

/** What an operation or a task works with. It never sees HTTP. */
export type Context = {
  parts: Parts
  site: Site
  actor: Actor
  sql: Sql
  log: Log
  /** The client's address; empty for a task. */
  address: string
  /** The client's country in two letters, where a trusted proxy told it. */
  country: string | null
  /** Aborted when the caller no longer waits. */
  signal: AbortSignal
  stream: Stream | null
  /** The record that an earlier try of this same request (one Idempotency-Key) stored before it failed; null: none did. */
  begun: string | null
  /** Milliseconds since the epoch; within a transaction the same each time. */
  now(): number
  /** Runs `work` in one transaction, with its events, its tasks and the audit row. Await nothing of the outside in it. */
  tx<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

/** A Context inside a transaction. Events and tasks exist only here, so that no change is without them. */
export type Tx = Context & {
  emit<T extends StoredEventType>(type: T, data: EventData<T>): void
  /** Has all of the site's tasks of these types run now; see `hasten` of the queue. */
  hasten(tasks: Pick<TaskType, 'type'>[]): Promise<void>
  enqueue<Data>(task: TaskType<Data>, data: Data, when?: When): Promise<void>
}
