import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { LeadDetail } from '../../../../shared/lead-detail.ts'
import { useDesk } from '../../live/desk.tsx'
import { onEvent } from '../../live/event-listeners.ts'
import { keys } from '../../live/keys.ts'

/** Events within this time, in milliseconds, cause one request. */
const restsFor = 400

/** Refetches a contact after events of its conversations or callbacks. Changes of its details are applied anyway. */
export function useFollowContact({ id, conversations }: Pick<LeadDetail, 'id' | 'conversations'>): void {
  const { site } = useDesk()
  const queries = useQueryClient()
  useEffect(() => {
    const own = new Set<unknown>(conversations.map((conversation) => conversation.id))
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = onEvent(({ type, data }) => {
      const callback = (data.callback ?? {}) as { leadId?: unknown; conversationId?: unknown }
      const isOurs = own.has(data.conversationId) || own.has(callback.conversationId) || callback.leadId === id
      const isNew = type === 'conversation.changed' && own.has(data.id)
      if (!isOurs && !isNew) return
      timer ??= setTimeout(() => {
        timer = undefined
        void queries.invalidateQueries({ queryKey: keys.lead(site.id, id) })
      }, restsFor)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [id, conversations, queries, site.id])
}
