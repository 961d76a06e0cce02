import type { QueryClient } from '@tanstack/react-query'
import type { ConversationAnswer } from '../../../shared/conversation.ts'
import type { ConversationCounts } from '../../../shared/inbox.ts'
import { withShared } from './answer-events.ts'
import { shiftCounts } from './counts.ts'
import { foundBy, keys, type ListName } from './keys.ts'
import { type Changed, type ListData, placeRows, type Row } from './rows.ts'

/** Where what the server said is kept, and whose dashboard it is. */
export type Cache = { client: QueryClient; site: string; me: string }

const listsOf = ({ client, site }: Cache) =>
  client.getQueriesData<ListData>({ queryKey: keys.lists(site) }).flatMap(([key, data]) => (data ? { key, data } : []))

/** Those of these conversations that some list has. */
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

/**
 * Shows conversations as they are now, in every list and in themselves.
 * @param before as they were; whoever is not among them was not known, and the counts are not moved for it
 */
export function showRows(cache: Cache, changed: Changed, before: ReadonlyMap<string, Row | null>): void {
  const { client, me } = cache
  for (const { key, data } of listsOf(cache)) {
    const [, , , list, q] = key as unknown as [string, string, string, ListName, string]
    const next = placeRows({ list, searching: q !== '' || foundBy(list) !== '', me }, data, changed)
    if (next !== data) change(client, key, next)
  }
  for (const [id, row] of changed) if (row) changeAnswer(cache, id, (answer) => withShared(answer, row))
  moveCounts(cache, changed, before)
}

export const countsIn = ({ client, site }: Cache) => client.getQueryData<ConversationCounts>(keys.counts(site))

function moveCounts(cache: Cache, changed: Changed, before: ReadonlyMap<string, Row | null>): void {
  const { client, site, me } = cache
  const counts = countsIn(cache)
  if (!counts) return
  const known = [...changed].filter(([id]) => before.has(id))
  const next = known.reduce((sum, [id, row]) => shiftCounts(sum, before.get(id) ?? null, row, me), counts)
  change(client, keys.counts(site), next)
}

/** Changes a conversation that was read; one that was not is left alone. */
export function changeAnswer(cache: Cache, id: string, next: (answer: ConversationAnswer) => ConversationAnswer): void {
  const answer = findAnswer(cache, id)
  if (answer) change(cache.client, keys.conversation(cache.site, id), next(answer))
}

/** What is to be read anew stays so: to change a part of it makes the rest no newer. */
function change(client: QueryClient, queryKey: readonly unknown[], next: unknown): void {
  const isOld = client.getQueryState(queryKey)?.isInvalidated
  client.setQueryData(queryKey, next)
  if (isOld) void client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' })
}

/** Shows a conversation as read, in every list that has it. */
export function showRead(cache: Cache, id: string): void {
  const row = findRow(cache, id)
  if (row?.unread) showRows(cache, new Map([[id, { ...row, unread: false }]]), new Map([[id, row]]))
}
