import type { CannedActions } from '../../../shared/canned-reply.ts'
import type { StoredMessage } from '../../../shared/message.ts'
import { createStore, type Store, useStore } from './store.ts'

/** A message or note that the server does not have yet. Stored, so that it survives reloads and lost connections. */
export type Unsent = {
  /** The idempotency key. */
  id: string
  /** The account that wrote it. No other account sends it. */
  by: string
  site: string
  conversation: string
  kind: 'reply' | 'note'
  text: string
  /** When it was written, in milliseconds. */
  at: number
  lastSeenMessageId?: string | undefined
  force?: boolean | undefined
  /** What it was before it was translated for the visitor. */
  original?: string | undefined
  /** What the dashboard does once it is sent. */
  actions?: CannedActions | undefined
  /** Closes the conversation once it is sent. */
  close?: boolean | undefined
  /** Waiting for the connection, being sent, or rejected, in which case the person decides. */
  state: 'waiting' | 'sending' | 'held'
  /** Why it was rejected. */
  words?: string
  /** What others wrote since the writer looked, which is why it is held. */
  unseen?: StoredMessage[]
}

export type NewUnsent = Pick<
  Unsent,
  'conversation' | 'kind' | 'text' | 'lastSeenMessageId' | 'force' | 'close' | 'original' | 'actions'
>

/** The kind of failure: of the connection, which is retried, or an error, which is shown to the person. */
export type Failure = { again: true; after?: number } | { again: false; words: string; unseen?: StoredMessage[] }

export type Outbox = {
  unsent: Store<readonly Unsent[]>
  add(entry: NewUnsent): Unsent
  /** Removes it, to edit or discard it. */
  drop(id: string): Unsent | undefined
  /** Sends a held entry anyway. */
  force(id: string): void
  /** Sends waiting entries. Called after reconnecting. */
  flush(): Promise<void>
  /** Another window of this browser changed the stored entries. */
  reload(): void
}

type Options = {
  by: string
  site: string
  /** The browser's storage. */
  storage: Pick<Storage, 'getItem' | 'setItem'>
  now(): number
  newId(): string
  /** Nothing is sent while the server is unreachable. */
  isOnline(): boolean
  /** Resolves once the server has it; rejects with an error for `failureOf`. */
  deliver(entry: Unsent): Promise<void>
  failureOf(error: unknown): Failure
}

/** The key in the browser's storage. */
export const outboxKept = 'frontdesk.unsent'
const againAfter = 5_000

/** The unsent messages of one person on one site. Sends them in order within each conversation, each once. */
export function createOutbox(given: Options): Outbox {
  const { by, site, storage } = given
  const isOwn = (entry: Unsent) => entry.by === by && entry.site === site
  const unsent = createStore<readonly Unsent[]>(readKept(storage).filter(isOwn).map(asWaiting))
  // Other windows write there too, so other entries stay unchanged.
  const change: Change = (id, changed) => {
    const changeOne = (entry: Unsent) => (entry.id !== id ? [entry] : changed ? [{ ...entry, ...changed }] : [])
    unsent.set((all) => all.flatMap(changeOne))
    keep(storage, readKept(storage).flatMap(changeOne))
  }
  const flush = createFlush(given, unsent, change)
  return {
    unsent,
    flush,
    add(fields) {
      const entry: Unsent = { ...fields, id: given.newId(), by, site, at: given.now(), state: 'waiting' }
      unsent.set((all) => [...all, entry])
      keep(storage, [...readKept(storage), entry])
      void flush()
      return entry
    },
    drop(id) {
      const entry = unsent.get().find((one) => one.id === id)
      change(id, undefined)
      void flush()
      return entry
    },
    force(id) {
      // A different request than the rejected one, so it needs another key.
      change(id, { id: given.newId(), state: 'waiting', force: true, words: undefined, unseen: undefined })
      void flush()
    },
    reload: () => {
      const known = new Map(unsent.get().map((entry) => [entry.id, entry]))
      const own = readKept(storage).filter(isOwn)
      unsent.set(own.map((entry) => known.get(entry.id) ?? entry))
    },
  }
}

/** Changes a stored entry; undefined removes it. */
type Change = (id: string, changed: Partial<Unsent> | undefined) => void

function createFlush(given: Options, unsent: Store<readonly Unsent[]>, change: Change): () => Promise<void> {
  let later: ReturnType<typeof setTimeout> | undefined
  const send = async (entry: Unsent) => {
    change(entry.id, { state: 'sending' })
    try {
      await given.deliver(entry)
      change(entry.id, undefined)
    } catch (error) {
      const failure = given.failureOf(error)
      if (!failure.again) return change(entry.id, { state: 'held', words: failure.words, unseen: failure.unseen })
      change(entry.id, { state: 'waiting' })
      clearTimeout(later)
      later = setTimeout(() => void flush(), failure.after ?? againAfter)
    }
  }
  const flush = async () => {
    if (!given.isOnline()) return
    const firsts = new Map([...unsent.get()].reverse().map((entry) => [entry.conversation, entry]))
    const ready = [...firsts.values()].filter(({ state }) => state === 'waiting')
    await Promise.all(ready.map(send))
    // Once one is sent, the next of its conversation can be sent.
    const left = new Set(unsent.get().map(({ id }) => id))
    if (left.size > 0 && ready.some(({ id }) => !left.has(id))) await flush()
  }
  return flush
}

/** An entry that was being sent when the page closed may have arrived. Its key makes another attempt safe. */
const asWaiting = (entry: Unsent): Unsent => (entry.state === 'sending' ? { ...entry, state: 'waiting' } : entry)

function readKept(storage: Options['storage']): Unsent[] {
  try {
    const read: unknown = JSON.parse(storage.getItem(outboxKept) ?? '[]')
    return Array.isArray(read) ? read.filter(isUnsent) : []
  } catch {
    // Something else wrote to the storage, or only half of it was written: nothing can be sent.
    return []
  }
}

const isUnsent = (value: unknown): value is Unsent => {
  const { id, by, site, conversation, kind, text, state } = (value ?? {}) as Record<string, unknown>
  return [id, by, site, conversation, kind, text, state].every((field) => typeof field === 'string')
}

const keep = (storage: Options['storage'], entries: readonly Unsent[]) =>
  storage.setItem(outboxKept, JSON.stringify(entries))

/** The unsent entries of a conversation, oldest first. */
export function useUnsent(outbox: Outbox, conversation: string): readonly Unsent[] {
  const all = useStore(outbox.unsent, (entries) => entries)
  return all.filter((entry) => entry.conversation === conversation)
}
