import { useEffect } from 'react'
import { putCaret } from '../../keys/caret.ts'
import { useAction } from '../../live/action.ts'
import { followAvailability, setAvailable, useAvailable } from '../../live/availability.ts'
import { useDesk } from '../../live/desk.tsx'
import { useOutbox } from '../../live/outbox-context.tsx'
import { navigate } from '../../ui/route.ts'
import { useWords } from '../../words/words.tsx'

/** Handles links and notifications from the desktop app, and messages from other windows of the browser. */
export function AppLinks() {
  const desk = useDesk()
  const outbox = useOutbox()
  const act = useAction()
  const { frame } = useWords()
  const available = useAvailable()

  useEffect(() => void window.frontdesk?.setAvailable(available), [available])
  useEffect(() => () => void window.frontdesk?.setAvailable(null), [])
  useEffect(() => followAvailability((chosen) => setAvailable(chosen, deskOf(desk))), [desk])
  useEffect(() => window.frontdesk?.onAvailability((chosen) => setAvailable(chosen, deskOf(desk))), [desk])
  useEffect(() => window.frontdesk?.onOpen(open), [])
  useEffect(
    () =>
      window.frontdesk?.onReply(({ conversationId, text }) =>
        outbox.add({ ...plain, conversation: conversationId, text }),
      ),
    [outbox],
  )
  useEffect(
    () =>
      window.frontdesk?.onTakeover((id) => {
        open(id)
        putCaret(id)
        void act({
          id,
          toast: frame.taken,
          run: () => desk.client.conversations.takeover.mutate({ site: desk.site.id, id }),
        })
      }),
    [act, desk, frame],
  )
  return null
}

const open = (id: string) => navigate({ page: 'inbox', list: 'all', id })

const plain = { kind: 'reply' as const }

const deskOf = ({ client, site, window }: ReturnType<typeof useDesk>) => ({ client, site: site.id, window })
