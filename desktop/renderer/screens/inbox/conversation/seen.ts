import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useSyncExternalStore } from 'react'
import { showRead } from '../../../live/cache.ts'
import { useDesk } from '../../../live/desk.tsx'

/** The last message that the reader saw: the column was scrolled to its end, in a visible window. */
export type Seen = RefObject<string | undefined>

function watchVisible(listener: () => void) {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** Whether this window is visible. */
export const useVisible = (): boolean =>
  useSyncExternalStore(watchVisible, () => document.visibilityState === 'visible')

type Options = {
  id: string
  messageId: string | undefined
  /** The last note, which may mention the reader. */
  noteId: string | undefined
  atEnd: boolean
  seen: Seen
}

/** Tracks up to where this person has read, and reports it to the server. */
export function useReadMark({ id, messageId, noteId, atEnd, seen }: Options): void {
  const { readMarks, me, site } = useDesk()
  const queries = useQueryClient()
  const visible = useVisible()
  const reported = useRef<string>(undefined)
  useEffect(() => {
    if (messageId === undefined || !atEnd || !visible) return
    seen.current = messageId
    const read = `${messageId} ${noteId}`
    if (reported.current === read) return
    reported.current = read
    readMarks.mark(id, messageId)
    showRead({ client: queries, site: site.id, me: me.email }, id)
  }, [readMarks, queries, site.id, me.email, id, messageId, noteId, atEnd, visible, seen])
}
