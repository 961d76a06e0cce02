import { useEffect } from 'react'
import { useDesk } from '../../../live/desk.tsx'
import { publishEphemeral } from '../../../live/ephemeral.ts'
import { useConnection } from '../../../live/follow-site.ts'
import { useVisible } from './seen.ts'

/** The event is sent again until the subscription is active. */
const againAfter = 1_000
/** The conversation that this window shows. */
let lookedAt: string | undefined

/** Reports that this window shows a conversation, while it is visible. */
export function useViewing(id: string): void {
  const { client, site, window, me } = useDesk()
  const isOffline = useConnection().state === 'offline'
  const visible = useVisible()
  useEffect(() => {
    // After a reconnection the server does not know this window, so it is sent again.
    if (!visible || isOffline) return
    let again: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    lookedAt = id
    const publish = async (viewing: boolean) => {
      const answer = await client.presence.view.mutate({ site: site.id, id, window, viewing })
      const isKnown = answer.viewers.some(({ email }) => email === me.email)
      if (viewing && !isKnown && !isOver) again = setTimeout(view, againAfter)
    }
    const view = () =>
      void publishEphemeral(
        () => publish(true),
        () => !isOver,
      )
    view()
    return () => {
      isOver = true
      clearTimeout(again)
      lookedAt = undefined
      void publishEphemeral(
        () => publish(false),
        () => lookedAt !== id,
      )
    }
  }, [client, site.id, id, window, me.email, visible, isOffline])
}
