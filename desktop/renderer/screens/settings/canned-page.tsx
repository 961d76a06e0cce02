import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { CannedReply } from '../../../../shared/canned-reply.ts'
import { EditableList } from '../../form/editable-list.tsx'
import { useDesk } from '../../live/desk.tsx'
import { keys } from '../../live/keys.ts'
import { hasActions } from '../../live/macro.ts'
import { ActionChips } from '../../ui/action-chips.tsx'
import { QueryBoundary } from '../../ui/query-boundary.tsx'
import { toast } from '../../ui/toast.ts'
import { useLaterWords } from '../../words/later-words.ts'
import { CannedForm } from './canned-form.tsx'

/** The team's canned replies: visible to everybody, edited by admins. */
export function CannedPage() {
  const { client, site } = useDesk()
  const query = useQuery({
    queryKey: keys.canned(site.id),
    queryFn: () => client.cannedReplies.list.query({ site: site.id }),
  })
  return <QueryBoundary query={query}>{({ items }) => <CannedList items={items} />}</QueryBoundary>
}

const nameOf = ({ shortcut }: CannedReply) => `/${shortcut}`

function CannedList({ items }: { items: CannedReply[] }) {
  const { client, site, mayManage } = useDesk()
  const queries = useQueryClient()
  const { canned: words, settings } = useLaterWords()
  const remove = async ({ id, shortcut }: CannedReply) => {
    await client.cannedReplies.delete.mutate({ site: site.id, id })
    toast(words.removed(shortcut))
    await queries.invalidateQueries({ queryKey: keys.canned(site.id) })
  }
  return (
    <EditableList
      name={settings.pages.canned}
      intro={mayManage ? words.intro : `${words.intro} ${settings.forAdmins}`}
      add={words.add}
      empty={mayManage ? words.empty : words.none}
      count={words.count(items.length)}
      items={items}
      few={0}
      mayEdit={mayManage}
      textsOf={(reply) => [nameOf(reply), reply.title, reply.text]}
      form={(close, reply) => <CannedForm close={close} {...(reply && { reply })} />}
      nameOf={nameOf}
      show={(reply) => <Shown reply={reply} />}
      remove={remove}
    />
  )
}

const Shown = ({ reply }: { reply: CannedReply }) => (
  <>
    <p>
      <code>{nameOf(reply)}</code> {reply.title && <bdi>{reply.title}</bdi>}
    </p>
    <p className="clamp muted" dir="auto">
      {reply.text}
    </p>
    {hasActions(reply.actions) && <ActionChips actions={reply.actions} />}
  </>
)
