import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useSyncExternalStore } from 'react'
import { showRead } from '../../../live/cache.ts'
import { useDesk } from '../../../live/desk.tsx'

/** The last message that the reader saw: it was at the end of the column, in a window that can be seen. */
export type Seen = RefObject<string | undefined>

function watchVisible(listener: () => void) {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** Whether this window can be seen. */
export const useVisible = (): boolean =>
  useSyncExternalStore(watchVisible, () => document.visibilityState === 'visible')

type Options = { id: string; messageId: string | undefined; atEnd: boolean; seen: Seen }

/** Notes how far this person has read, and tells the server. */
export function useReadMark({ id, messageId, atEnd, seen }: Options): void {
  const { readMarks, me, site } = useDesk()
  const queries = useQueryClient()
  const visible = useVisible()
  const told = useRef<string>(undefined)
  useEffect(() => {
    if (messageId === undefined || !atEnd || !visible) return
    seen.current = messageId
    if (told.current === messageId) return
    told.current = messageId
    readMarks.mark(id, messageId)
    showRead({ client: queries, site: site.id, me: me.email }, id)
  }, [readMarks, queries, site.id, me.email, id, messageId, atEnd, visible, seen])
}
