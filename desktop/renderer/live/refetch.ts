import type { QueryClient } from '@tanstack/react-query'
import type { ConversationAnswer } from '../../../shared/conversation.ts'
import { endUndo } from '../ui/toast.ts'
import { rowOf, withShared } from './answer-events.ts'
import type { Refetch } from './apply.ts'
import { type Cache, findAnswer, findRow, showRows } from './cache.ts'
import { isRefused } from './connection.ts'
import { keys } from './keys.ts'
import { shownAs } from './pending-acts.ts'

const restsFor = 250
/** The maximum delay between retries in milliseconds, with exponential backoff. */
const restsAtMost = 8_000
/** With more rows than this, refetching the list is faster. */
const maxRows = 30
/** The number of rows per request. */
const together = 4

type Options = { cache: Cache; read(id: string): Promise<ConversationAnswer> }

/** Fetches what events do not contain. Requests are collected for a moment, each made once. */
export function createRefetch({ cache, read }: Options): Refetch & { close(): void } {
  const rows = new Set<string>()
  const reading = new Set<string>()
  const queries = new Map<string, readonly string[]>()
  let rest = restsFor
  let timer: ReturnType<typeof setTimeout> | undefined
  let closed = false
  const soon = () => {
    if (!closed) timer ??= setTimeout(() => void ask(), rest)
  }
  const ask = async () => {
    for (const [name, key] of queries) {
      // The answer of a running request may be older, and a second request would be merged with it, so this waits.
      if (isRead(cache, key)) continue
      queries.delete(name)
      reread(cache.client, key)
    }
    // The answer of a list being fetched may be older, so rows are fetched afterwards.
    if (!isRead(cache, keys.lists(cache.site))) await readRows()
    timer = undefined
    if (rows.size > 0 || queries.size > 0) soon()
  }
  const readRows = async () => {
    if (rows.size > maxRows) {
      rows.clear()
      refetchLists(cache)
    }
    const ids = [...rows].slice(0, together)
    for (const id of ids) reading.add(id) && rows.delete(id)
    const failed = await Promise.all(ids.map(async (id) => ((await readRow(cache, read, id)) ? [] : [id])))
    for (const id of ids) reading.delete(id)
    for (const id of failed.flat()) rows.add(id)
    rest = failed.flat().length > 0 ? Math.min(rest * 2, restsAtMost) : restsFor
  }
  const query = (key: readonly string[]) => {
    queries.set(key.join(' '), key)
    soon()
  }
  const row = (id: string) => {
    rows.add(id)
    soon()
  }
  return {
    query,
    row,
    changed(id) {
      if (reading.has(id) || isRead(cache, keys.lists(cache.site))) row(id)
      if (isRead(cache, keys.conversation(cache.site, id))) query(keys.conversation(cache.site, id))
    },
    conversation: (id) => query(keys.conversation(cache.site, id)),
    counts: () => query(keys.counts(cache.site)),
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}

/** Whether something below a key is being fetched. */
const isRead = ({ client }: Cache, queryKey: readonly string[]) => client.isFetching({ queryKey }) > 0

const reread = (client: QueryClient, queryKey: readonly string[]) => void client.invalidateQueries({ queryKey })

/** Refetches lists from their beginning. Further pages are fetched on scrolling. */
export function refetchLists({ client, site }: Cache): void {
  client.setQueriesData<{ pages: unknown[]; pageParams: unknown[] }>(
    { queryKey: keys.lists(site) },
    (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
  )
  reread(client, keys.lists(site))
  reread(client, keys.counts(site))
}

/** @returns false if the server could not be reached */
async function readRow(cache: Cache, read: Options['read'], id: string): Promise<boolean> {
  try {
    const answer = await read(id)
    // A live one may have been read before it was closed.
    if (!answer.conversation.undoable && answer.conversation.status !== 'live') endUndo(id)
    const before = findRow(cache, id)
    const row = shownAs(cache.client, rowOf(answer, before))
    showRows(cache, new Map([[id, row]]))
    if (findAnswer(cache, id)) cache.client.setQueryData(keys.conversation(cache.site, id), withShared(answer, row))
  } catch (error) {
    if (!isRefused(error)) return false
    // It was deleted, or this person may not see it.
    if (findRow(cache, id)) showRows(cache, new Map([[id, null]]))
    // Pending requests for it are dropped too.
    reread(cache.client, keys.callbacks(cache.site))
  }
  return true
}
