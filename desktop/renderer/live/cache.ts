import type { QueryClient } from '@tanstack/react-query'
import type { ConversationAnswer } from '../../../shared/conversation.ts'
import { withShared } from './answer-events.ts'
import { foundBy, keys, type ListName } from './keys.ts'
import { type Changed, type ListData, placeRows, type Row } from './rows.ts'

/** The cache of the server's answers, and the signed-in person. */
export type Cache = { client: QueryClient; site: string; me: string }

const listsOf = ({ client, site }: Cache) =>
  client.getQueriesData<ListData>({ queryKey: keys.lists(site) }).flatMap(([key, data]) => (data ? { key, data } : []))

/** Those of these conversations that are in a cached list. */
export function findRows(cache: Cache, ids: ReadonlySet<string>): Map<string, Row> {
  const found = new Map<string, Row>()
  for (const { data } of listsOf(cache)) {
    for (const { items } of data.pages) for (const row of items) if (ids.has(row.id)) found.set(row.id, row)
    if (found.size === ids.size) break
  }
  return found
}

export const findRow = (cache: Cache, id: string): Row | undefined => findRows(cache, new Set([id])).get(id)

export const findAnswer = ({ client, site }: Cache, id: string): ConversationAnswer | undefined =>
  client.getQueryData<ConversationAnswer>(keys.conversation(site, id))

/** Updates conversations in every list and in themselves. */
export function showRows(cache: Cache, changed: Changed): void {
  const { client, me } = cache
  for (const { key, data } of listsOf(cache)) {
    const [, , , list, q] = key as unknown as [string, string, string, ListName, string]
    const searching = q !== '' || foundBy(list) !== '' || list === 'mentions'
    const next = placeRows({ list, searching, me }, data, changed)
    if (next !== data) change(client, key, next)
  }
  for (const [id, row] of changed) if (row) changeAnswer(cache, id, (answer) => withShared(answer, row))
}

/** Changes a cached conversation. Does nothing if it is not cached. */
export function changeAnswer(cache: Cache, id: string, next: (answer: ConversationAnswer) => ConversationAnswer): void {
  const answer = findAnswer(cache, id)
  if (answer) change(cache.client, keys.conversation(cache.site, id), next(answer))
}

/** A query that is invalidated stays so, because changing a part does not refresh the rest. */
function change(client: QueryClient, queryKey: readonly unknown[], next: unknown): void {
  const isOld = client.getQueryState(queryKey)?.isInvalidated
  client.setQueryData(queryKey, next)
  if (isOld) void client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' })
}

/** Marks a conversation as read in every list that contains it. */
export function showRead(cache: Cache, id: string): void {
  const row = findRow(cache, id)
  if (row?.unread) showRows(cache, new Map([[id, { ...row, unread: false }]]))
}
