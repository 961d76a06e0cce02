import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Draft } from '../../../../../shared/draft.ts'
import { useDesk } from '../../../live/desk.tsx'
import { keys } from '../../../live/keys.ts'

export type Mode = Draft['mode']
export type Written = { text: string; mode: Mode }

/** How long nothing is typed before what is written is kept on the server. */
const restsFor = 500

/** What is on its way to the server: a read waits for it, and never brings back what stood there before. */
const saving = new Map<string, Promise<unknown>>()

/**
 * What is written in a conversation and not sent. It is kept on the server: after a reload and on another machine it is
 * there again.
 */
export function useDraft(id: string): [Written, (next: Written) => void] {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const key = keys.draft(site.id, id)
  const [written, setWritten] = useState<Written>(() => pick(queries.getQueryData<Draft>(key)))
  const touched = useRef(false)
  const { data } = useQuery({
    queryKey: key,
    queryFn: async () => {
      await saving.get(id)
      return await client.conversations.draft.query({ site: site.id, id })
    },
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
  })
  useEffect(() => {
    if (data && !touched.current) setWritten(pick(data))
  }, [data])

  const save = useCallback(
    ({ text, mode }: Written) => {
      const sent = client.conversations.saveDraft.mutate({ site: site.id, id, text, mode })
      // What could not be kept now is kept with the next change.
      const over = sent.catch(() => {}).finally(() => saving.get(id) === over && saving.delete(id))
      saving.set(id, over)
    },
    [client, site.id, id],
  )
  const later = useDelayed(save)
  const change = (next: Written) => {
    touched.current = true
    setWritten(next)
    queries.setQueryData<Draft>(key, { conversationId: id, ...next, updatedAt: Date.now() })
    later(next)
  }
  return [written, change]
}

const pick = (draft: Draft | undefined): Written => ({ text: draft?.text ?? '', mode: draft?.mode ?? 'reply' })

/** Runs with the last value once it rests, or as soon as the window or the component goes. */
function useDelayed(run: (value: Written) => void): (value: Written) => void {
  const waiting = useRef<{ value: Written; timer: ReturnType<typeof setTimeout> }>(undefined)
  const runNow = useCallback(() => {
    if (!waiting.current) return
    const { value, timer } = waiting.current
    clearTimeout(timer)
    waiting.current = undefined
    run(value)
  }, [run])
  useEffect(() => {
    document.addEventListener('visibilitychange', runNow)
    return () => {
      document.removeEventListener('visibilitychange', runNow)
      runNow()
    }
  }, [runNow])
  return (value) => {
    clearTimeout(waiting.current?.timer)
    waiting.current = { value, timer: setTimeout(runNow, restsFor) }
  }
}
