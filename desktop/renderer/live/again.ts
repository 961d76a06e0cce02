import type { QueryClient } from '@tanstack/react-query'
import type { ConversationAnswer } from '../../../shared/conversation.ts'
import { isRefused } from '../app/connection.ts'
import { rowOf, withShared } from './answer-events.ts'
import type { Again } from './apply.ts'
import { type Cache, findAnswer, findRow, showRows } from './cache.ts'
import { keys } from './keys.ts'
import { shownAs } from './pending-acts.ts'

const restsFor = 250
/** Where the server cannot be asked, it is asked again ever more seldom, up to this; in milliseconds. */
const restsAtMost = 8_000
/** More than this at once, and a list is read anew sooner than its rows one by one. */
const mostRows = 30
/** How many of them are asked for together. */
const together = 4

type Options = { cache: Cache; read(id: string): Promise<ConversationAnswer> }

/** Asks the server for what events did not tell: gathered for a moment, each once. */
export function createAgain({ cache, read }: Options): Again & { close(): void } {
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
      // The answer that is on its way may be older: it is waited for, as to ask again beside it is not to ask.
      if (isRead(cache, key)) continue
      queries.delete(name)
      reread(cache.client, key)
    }
    // What a list says that is being read may be older: they are read after it.
    if (!isRead(cache, keys.lists(cache.site))) await readRows()
    timer = undefined
    if (rows.size > 0 || queries.size > 0) soon()
  }
  const readRows = async () => {
    if (rows.size > mostRows) {
      rows.clear()
      rereadLists(cache)
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

/** Whether something below a key is being read just now. */
const isRead = ({ client }: Cache, queryKey: readonly string[]) => client.isFetching({ queryKey }) > 0

const reread = (client: QueryClient, queryKey: readonly string[]) => void client.invalidateQueries({ queryKey })

/** Reads the lists anew from their beginning; what was read on is read when somebody scrolls there. */
export function rereadLists({ client, site }: Cache): void {
  client.setQueriesData<{ pages: unknown[]; pageParams: unknown[] }>(
    { queryKey: keys.lists(site) },
    (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
  )
  reread(client, keys.lists(site))
  reread(client, keys.counts(site))
}

/** Answers false where the server could not be asked. */
async function readRow(cache: Cache, read: Options['read'], id: string): Promise<boolean> {
  try {
    const answer = await read(id)
    const before = findRow(cache, id)
    const row = shownAs(cache.client, rowOf(answer, before))
    showRows(cache, new Map([[id, row]]), new Map(before ? [[id, before]] : []))
    if (findAnswer(cache, id)) cache.client.setQueryData(keys.conversation(cache.site, id), withShared(answer, row))
  } catch (error) {
    if (!isRefused(error)) return false
    // It is gone, or not for this person.
    const before = findRow(cache, id)
    if (before) showRows(cache, new Map([[id, null]]), new Map([[id, before]]))
    // What was asked for in it is gone with it.
    reread(cache.client, keys.callbacks(cache.site))
  }
  return true
}
