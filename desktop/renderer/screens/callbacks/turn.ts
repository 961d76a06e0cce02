import { type InfiniteData, type Query, useQueryClient } from '@tanstack/react-query'
import type { Callback, CallbackList, CallbackStatus } from '../../../../shared/callback.ts'
import { useAct } from '../../live/act.ts'
import { useDesk } from '../../live/desk.tsx'
import { keys } from '../../live/keys.ts'
import { createStore, useStore } from '../../live/store.ts'
import { useCallbacksWords } from '../../words/screen-words.ts'
import { nameOf, withCallback } from './rows.ts'

/** Callbacks as this person left them, by id, until the lists say the same. */
const left = createStore<ReadonlyMap<string, Callback>>(new Map())
/** The last that was sent for each: the next one waits for it, so that they arrive in their order. */
const sent = new Map<string, Promise<unknown>>()

type ListData = InfiniteData<Pick<CallbackList, 'items'>>

/** Beside the lists, how many there are of each status is kept. */
const isList = ({ state: { data } }: Query) => data !== undefined && 'pages' in (data as object)

export const useLeft = () => useStore(left, (all) => all)

/** Marks a callback done or dismissed, or opens it again: shown at once, and taken back with words where it is refused. */
export function useTurn() {
  const act = useAct()
  const queries = useQueryClient()
  const { client, site, me } = useDesk()
  const words = useCallbacksWords()
  const send = async (callback: Callback, status: CallbackStatus) => {
    const { id } = callback
    const shown = turned(callback, status, me.email)
    left.set((all) => new Map(all).set(id, shown))
    const queryKey = keys.callbacks(site.id)
    try {
      const answer = (sent.get(id) ?? Promise.resolve())
        .catch(() => {})
        .then(() => client.callbacks.update.mutate({ site: site.id, id, status }))
      sent.set(id, answer)
      const now = await answer
      // What is being read just now was asked for before.
      await queries.cancelQueries({ queryKey })
      queries.setQueriesData<ListData>({ queryKey, predicate: isList }, (data) => data && withCallback(data, now))
    } finally {
      left.set((all) => without(all, shown))
      void queries.invalidateQueries({ queryKey })
    }
  }
  return (callback: Callback, status: CallbackStatus) => {
    const name = nameOf(callback, words.nameless)
    void act({
      id: callback.conversationId ?? '',
      run: () => send(callback, status),
      said: words.said[status](name),
      undo: () => send(turned(callback, status, me.email), callback.status),
    })
  }
}

function turned(callback: Callback, status: CallbackStatus, by: string): Callback {
  const closed = status === 'open' ? { closedAt: null, closedBy: null } : { closedAt: Date.now(), closedBy: by }
  return { ...callback, status, ...closed }
}

/** What was changed again meanwhile stays as it was changed last. */
function without(all: ReadonlyMap<string, Callback>, shown: Callback): ReadonlyMap<string, Callback> {
  if (all.get(shown.id) !== shown) return all
  const rest = new Map(all)
  rest.delete(shown.id)
  return rest
}
