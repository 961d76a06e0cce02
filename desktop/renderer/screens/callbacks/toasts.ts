import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { EventData } from '../../../../shared/event.ts'
import { useDesk } from '../../live/desk.tsx'
import { onEvent } from '../../live/event-listeners.ts'
import { statusQuery } from '../../live/queries.ts'
import { toast } from '../../ui/toast.ts'
import { useCallbacksWords } from '../../words/screen-words.ts'
import { closerWords, nameOf } from './rows.ts'

/** Who closed a callback, in words. */
export function useCloser(): (closedBy: string | null) => string {
  const desk = useDesk()
  const words = useCallbacksWords()
  const { data } = useQuery(statusQuery(desk))
  const names = new Map((data?.agents ?? []).flatMap(({ email, name }) => (name ? [[email, name] as const] : [])))
  return (closedBy) => closerWords(closedBy, { ...words, me: desk.me.email, names })
}

/**
 * Shows toasts about changes by others while the callbacks are shown. @returns the latest requester, to be announced
 */
export function useCallbackToasts(): string {
  const { me } = useDesk()
  const words = useCallbacksWords()
  const closer = useCloser()
  const [latest, setAsked] = useState('')
  useEffect(() =>
    onEvent(({ type, data }) => {
      if (type === 'callback.requested')
        setAsked(words.asked(nameOf(data as EventData<'callback.requested'>, words.nameless)))
      if (type !== 'callback.updated') return
      const { callback, previousStatus } = data as EventData<'callback.updated'>
      const { status, closedBy } = callback
      if (status === previousStatus || closedBy === me.email) return
      const name = nameOf(callback, words.nameless)
      // The event of a reopened callback does not name who reopened it, so only closing is shown.
      if (status !== 'open') toast(words.doneByOthers[status](name, closer(closedBy)))
    }),
  )
  return latest
}
