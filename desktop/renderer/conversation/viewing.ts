import { useEffect } from 'react'
import { useDesk } from '../data/desk.tsx'
import { useConnection } from '../data/live.ts'
import { useVisible } from './seen.ts'

/** A window shows something once its subscription stands: until then it is told again. */
const againAfter = 1_000

/** Tells the others that this window looks at a conversation, for as long as it can be seen. */
export function useViewing(id: string): void {
  const { client, site, window, me } = useDesk()
  const isOffline = useConnection().state === 'offline'
  const visible = useVisible()
  useEffect(() => {
    // After a cut the server knows nothing of this window: it is told again.
    if (!visible || isOffline) return
    let again: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const tell = async (viewing: boolean) => {
      const said = await client.presence.view.mutate({ site: site.id, id, window, viewing })
      const isKnown = said.viewers.some(({ email }) => email === me.email)
      if (viewing && !isKnown && !isOver) again = setTimeout(view, againAfter)
    }
    // Only of the moment: whoever could not be told sees it with the next change.
    const view = () => void tell(true).catch(() => {})
    view()
    return () => {
      isOver = true
      clearTimeout(again)
      void tell(false).catch(() => {})
    }
  }, [client, site.id, id, window, me.email, visible, isOffline])
}
