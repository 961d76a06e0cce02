import type { StoredMessage } from '../../../shared/message.ts'
import { createStore, type Store, useStore } from './store.ts'

/** Something that a person wrote and the server does not have yet. It is kept over reloads and cuts. */
export type Unsent = {
  /** Sent along as the key that makes a repeat harmless. */
  id: string
  /** The account that wrote it: nobody else's dashboard sends it. */
  by: string
  site: string
  conversation: string
  kind: 'reply' | 'note'
  text: string
  /** When it was written, in milliseconds. */
  at: number
  lastSeenMessageId?: string | undefined
  force?: boolean | undefined
  /** Closes the conversation once it is sent. */
  close?: boolean | undefined
  /** waiting for the connection, on its way, or refused: then a person decides. */
  state: 'waiting' | 'sending' | 'held'
  /** Why it was refused. */
  words?: string
  /** What others wrote since the writer looked; the reason for which it is held. */
  unseen?: StoredMessage[]
}

export type NewUnsent = Pick<Unsent, 'conversation' | 'kind' | 'text' | 'lastSeenMessageId' | 'force' | 'close'>

/** Why something could not be sent: the connection, so that it is tried again, or a refusal, which a person has to see. */
export type Failure = { again: true; after?: number } | { again: false; words: string; unseen?: StoredMessage[] }

export type Outbox = {
  unsent: Store<readonly Unsent[]>
  add(entry: NewUnsent): Unsent
  /** Takes it out, to be written anew or not at all. */
  drop(id: string): Unsent | undefined
  /** Sends what was held all the same. */
  force(id: string): void
  /** Sends what waits; called when the connection is back. */
  flush(): Promise<void>
  /** Another window of this browser changed what is kept. */
  reload(): void
}

type Options = {
  by: string
  site: string
  /** What the browser keeps. */
  storage: Pick<Storage, 'getItem' | 'setItem'>
  now(): number
  newId(): string
  /** Nothing is tried while the server is out of reach. */
  isOnline(): boolean
  /** Resolves once the server has it; rejects with what `failureOf` reads. */
  deliver(entry: Unsent): Promise<void>
  failureOf(error: unknown): Failure
}

/** Under which name the browser keeps it. */
export const outboxKept = 'frontdesk.unsent'
const againAfter = 5_000

/** What is written by one person on one site and not sent yet: in order within each conversation, each once. */
export function createOutbox(given: Options): Outbox {
  const { by, site, storage } = given
  const isOwn = (entry: Unsent) => entry.by === by && entry.site === site
  const unsent = createStore<readonly Unsent[]>(readKept(storage).filter(isOwn).map(asWaiting))
  // Other windows write there too: what is not this entry is left as it stands.
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
      // Another request than the one that was refused: another key.
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

/** Changes an entry wherever it is kept; undefined takes it out. */
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
    // Where one was sent, the next of its conversation may go.
    const left = new Set(unsent.get().map(({ id }) => id))
    if (left.size > 0 && ready.some(({ id }) => !left.has(id))) await flush()
  }
  return flush
}

/** What was under way when the page went may have arrived or not: its key makes another try harmless. */
const asWaiting = (entry: Unsent): Unsent => (entry.state === 'sending' ? { ...entry, state: 'waiting' } : entry)

function readKept(storage: Options['storage']): Unsent[] {
  try {
    const read: unknown = JSON.parse(storage.getItem(outboxKept) ?? '[]')
    return Array.isArray(read) ? read.filter(isUnsent) : []
  } catch {
    // Something else wrote there, or half of it: nothing of it can be sent.
    return []
  }
}

const isUnsent = (value: unknown): value is Unsent => {
  const { id, by, site, conversation, kind, text, state } = (value ?? {}) as Record<string, unknown>
  return [id, by, site, conversation, kind, text, state].every((field) => typeof field === 'string')
}

const keep = (storage: Options['storage'], entries: readonly Unsent[]) =>
  storage.setItem(outboxKept, JSON.stringify(entries))

/** What of a conversation is not sent yet, the oldest first. */
export function useUnsent(outbox: Outbox, conversation: string): readonly Unsent[] {
  const all = useStore(outbox.unsent, (entries) => entries)
  return all.filter((entry) => entry.conversation === conversation)
}
