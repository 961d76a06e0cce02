import { useCallback, useEffect, useRef } from 'react'
import { useDesk } from '../../../live/desk.tsx'
import { tellMoment } from '../../../live/tell-moment.ts'

/** Told again while somebody goes on typing, before those who were told take it to be over. */
const againAfter = 3_000
const overAfter = 5_000

/**
 * Tells the others that this person types a reply: at most once in three seconds, and when it is over. The answer is called
 * with every change of the text; with false it says that it is over.
 */
export function useTellTyping(id: string): (typing: boolean) => void {
  const { client, site } = useDesk()
  const told = useRef(0)
  const over = useRef<ReturnType<typeof setTimeout>>(undefined)
  const tell = useCallback(
    (typing: boolean) => {
      clearTimeout(over.current)
      const now = Date.now()
      if (typing) over.current = setTimeout(() => tell(false), overAfter)
      if (typing ? now - told.current < againAfter : told.current === 0) return
      told.current = typing ? now : 0
      const at = told.current
      void tellMoment(
        () => client.presence.type.mutate({ site: site.id, id, typing }),
        () => told.current === at,
      )
    },
    [client, site.id, id],
  )
  useEffect(() => () => tell(false), [tell])
  return tell
}
