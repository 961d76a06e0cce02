import { useEffect } from 'react'
import { useAct } from '../../live/act.ts'
import { followAvailability, setAvailable, useAvailable } from '../../live/availability.ts'
import { useDesk } from '../../live/desk.tsx'
import { useOutbox } from '../../live/outbox-context.tsx'
import { useWords } from '../../words/words.tsx'
import { go } from '../route.ts'

/** What comes from outside of the page: links and notifications of the desktop app, and other windows of the browser. */
export function AppLinks() {
  const desk = useDesk()
  const outbox = useOutbox()
  const act = useAct()
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
        void act({
          id,
          said: frame.taken,
          run: () => desk.client.conversations.takeover.mutate({ site: desk.site.id, id }),
        })
      }),
    [act, desk, frame],
  )
  return null
}

const open = (id: string) => go({ page: 'inbox', list: 'all', id })

const plain = { kind: 'reply' as const }

const deskOf = ({ client, site, window }: ReturnType<typeof useDesk>) => ({ client, site: site.id, window })
