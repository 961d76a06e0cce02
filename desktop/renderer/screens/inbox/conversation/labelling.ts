import { useQuery } from '@tanstack/react-query'
import type { ConversationAnswer } from '../../../../../shared/conversation.ts'
import type { Label } from '../../../../../shared/label.ts'
import { useAct } from '../../../live/act.ts'
import { useDesk } from '../../../live/desk.tsx'
import { keys } from '../../../live/keys.ts'

/** The site's labels, and how one is set on a conversation or taken off. */
export function useSetLabel({ conversation: { id }, labels: has }: ConversationAnswer) {
  const act = useAct()
  const { client, site, me } = useDesk()
  const { data } = useQuery({
    queryKey: keys.labels(site.id),
    queryFn: () => client.labels.list.query({ site: site.id }),
  })
  const setLabel = (label: Label, on: boolean) => {
    const rest = has.filter((one) => one.id !== label.id)
    const now = on ? [...rest, { ...label, addedBy: me.email, addedAt: Date.now() }] : rest
    const send = (add: boolean) =>
      client.conversations.update.mutate({ site: site.id, id, [add ? 'addLabels' : 'removeLabels']: [label.id] })
    return act({
      id,
      change: { labels: now.map(({ id, name, color }) => ({ id, name, color })) },
      answer: (answer) => ({ ...answer, labels: now }),
      run: () => send(on),
    })
  }
  return { labels: data?.labels ?? [], setLabel }
}
