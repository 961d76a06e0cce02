import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { EventData } from '../../../../shared/event.ts'
import { useDesk } from '../../live/desk.tsx'
import { listen } from '../../live/heard.ts'
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

/** Says what others do with the callbacks while somebody looks at them. @returns who asked last, to be read out */
export function useTold(): string {
  const { me } = useDesk()
  const words = useCallbacksWords()
  const closer = useCloser()
  const [asked, setAsked] = useState('')
  useEffect(() =>
    listen(({ type, data }) => {
      if (type === 'callback.requested')
        setAsked(words.asked(nameOf(data as EventData<'callback.requested'>, words.nameless)))
      if (type !== 'callback.updated') return
      const { callback, previousStatus } = data as EventData<'callback.updated'>
      const { status, closedBy } = callback
      if (status === previousStatus || closedBy === me.email) return
      const name = nameOf(callback, words.nameless)
      // Who opened one again is told by nobody, so it is said only of those that others closed.
      if (status !== 'open') toast(words.told[status](name, closer(closedBy)))
    }),
  )
  return asked
}
