import { useCallback, useEffect, useRef } from 'react'
import { useDesk } from '../../../live/desk.tsx'
import { publishEphemeral } from '../../../live/ephemeral.ts'

/** Sent again during typing, before the receivers take it to be over. */
const againAfter = 3_000
const overAfter = 5_000

/**
 * Reports that this person is typing: at most once in three seconds, and when it ends. The returned function is called
 * with each change of the text; with false it reports the end.
 */
export function usePublishTyping(id: string): (typing: boolean) => void {
  const { client, site } = useDesk()
  const publishedAt = useRef(0)
  const over = useRef<ReturnType<typeof setTimeout>>(undefined)
  const publish = useCallback(
    (typing: boolean) => {
      clearTimeout(over.current)
      const now = Date.now()
      if (typing) over.current = setTimeout(() => publish(false), overAfter)
      if (typing ? now - publishedAt.current < againAfter : publishedAt.current === 0) return
      publishedAt.current = typing ? now : 0
      const at = publishedAt.current
      void publishEphemeral(
        () => client.presence.type.mutate({ site: site.id, id, typing }),
        () => publishedAt.current === at,
      )
    },
    [client, site.id, id],
  )
  useEffect(() => () => publish(false), [publish])
  return publish
}
