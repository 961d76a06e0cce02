import { useEffect } from 'react'
import { useDesk } from '../../../live/desk.tsx'
import { useConnection } from '../../../live/follow-site.ts'
import { tellMoment } from '../../../live/tell-moment.ts'
import { useVisible } from './seen.ts'

/** A window shows something once its subscription stands: until then it is told again. */
const againAfter = 1_000
/** What this window looks at now: one conversation at a time. */
let lookedAt: string | undefined

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
    lookedAt = id
    const tell = async (viewing: boolean) => {
      const said = await client.presence.view.mutate({ site: site.id, id, window, viewing })
      const isKnown = said.viewers.some(({ email }) => email === me.email)
      if (viewing && !isKnown && !isOver) again = setTimeout(view, againAfter)
    }
    const view = () =>
      void tellMoment(
        () => tell(true),
        () => !isOver,
      )
    view()
    return () => {
      isOver = true
      clearTimeout(again)
      lookedAt = undefined
      void tellMoment(
        () => tell(false),
        () => lookedAt !== id,
      )
    }
  }, [client, site.id, id, window, me.email, visible, isOffline])
}
