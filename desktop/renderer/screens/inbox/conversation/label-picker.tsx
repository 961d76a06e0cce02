import { useQuery } from '@tanstack/react-query'
import type { ConversationAnswer } from '../../../../../shared/conversation.ts'
import type { Label } from '../../../../../shared/label.ts'
import { useAction } from '../../../live/action.ts'
import { useDesk } from '../../../live/desk.tsx'
import { keys } from '../../../live/keys.ts'
import { Picker } from '../../../ui/picker.tsx'
import { useWords } from '../../../words/words.tsx'

/** The site's labels, with check marks for those of the conversation. */
export function LabelPicker({ answer }: { answer: ConversationAnswer }) {
  const words = useWords().conversation
  const { labels, setLabel } = useSetLabel(answer)
  const set = new Set(answer.labels.map(({ id }) => id))
  if (labels.length === 0) return <p className="muted">{words.labelsNone}</p>
  return (
    <Picker
      items={labels}
      shareOf={({ id }) => (set.has(id) ? 'all' : 'none')}
      set={setLabel}
      words={{ find: words.labelsFind, notFound: words.labelsNotFound }}
    />
  )
}

/** The site's labels, and how to add them to a conversation or remove them. */
export function useSetLabel({ conversation: { id }, labels: has }: ConversationAnswer) {
  const act = useAction()
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
