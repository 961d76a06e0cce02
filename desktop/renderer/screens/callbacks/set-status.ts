import { type InfiniteData, type Query, useQueryClient } from '@tanstack/react-query'
import type { Callback, CallbackList, CallbackStatus } from '../../../../shared/callback.ts'
import { useAction } from '../../live/action.ts'
import { useDesk } from '../../live/desk.tsx'
import { keys } from '../../live/keys.ts'
import { createStore, useStore } from '../../live/store.ts'
import { useCallbacksWords } from '../../words/screen-words.ts'
import { nameOf, withCallback } from './rows.ts'

/** This person's changes of callbacks by id, until the lists contain them. */
const left = createStore<ReadonlyMap<string, Callback>>(new Map())
/** The last request for each callback. The next one waits for it, so that they arrive in order. */
const sent = new Map<string, Promise<unknown>>()

type ListData = InfiniteData<Pick<CallbackList, 'items'>>

/** The cached lists include the count of each status. */
const isList = ({ state: { data } }: Query) => data !== undefined && 'pages' in (data as object)

export const useLocalChanges = () => useStore(left, (all) => all)

/**
 * Marks a callback done or dismissed, or reopens it. Shown immediately, and reverted with a toast if the server rejects
 * it.
 */
export function useSetStatus() {
  const act = useAction()
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
      // A running request may have an older answer.
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
      toast: words.doneByMe[status](name),
      undo: () => send(turned(callback, status, me.email), callback.status),
    })
  }
}

function turned(callback: Callback, status: CallbackStatus, by: string): Callback {
  const closed = status === 'open' ? { closedAt: null, closedBy: null } : { closedAt: Date.now(), closedBy: by }
  return { ...callback, status, ...closed }
}

/** A later change stays. */
function without(all: ReadonlyMap<string, Callback>, shown: Callback): ReadonlyMap<string, Callback> {
  if (all.get(shown.id) !== shown) return all
  const rest = new Map(all)
  rest.delete(shown.id)
  return rest
}
