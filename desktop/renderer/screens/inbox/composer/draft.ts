import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Draft } from '../../../../../shared/draft.ts'
import { useDesk } from '../../../live/desk.tsx'
import { keys } from '../../../live/keys.ts'

export type Mode = Draft['mode']
export type Written = { text: string; mode: Mode }

/** The draft is stored on the server after this pause in typing. */
const restsFor = 500

/** Requests in progress. A read waits for them, so that it does not restore an older draft. */
const saving = new Map<string, Promise<unknown>>()

/** The unsent text of a conversation. Stored on the server, so that it survives reloads and is on other machines. */
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
      // If it could not be stored, the next change stores it.
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

/** Runs with the last value after a pause, or when the window or component closes. */
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
