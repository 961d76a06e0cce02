import { useQuery } from '@tanstack/react-query'
import type { FormEvent, RefObject } from 'react'
import type { ConversationAnswer } from '../../../../../shared/conversation.ts'
import type { LiveStatus } from '../../../../../shared/live.ts'
import type { Me } from '../../../../../shared/site.ts'
import { useDesk } from '../../../live/desk.tsx'
import { usePresence } from '../../../live/ephemeral.ts'
import { keys } from '../../../live/keys.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useWords } from '../../../words/words.tsx'
import { useAssign } from './assign.ts'
import styles from './conversation.module.css'

type Props = { answer: ConversationAnswer; dialog: RefObject<HTMLDialogElement | null>; me: Me }

/** Assigns the conversation to a team member or nobody, with an optional private note. */
export function AssignDialog({ answer, dialog, me }: Props) {
  const words = useWords()
  const { give: texts } = words.conversation
  const { mayManage } = useDesk()
  const give = useAssign(answer)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    dialog.current?.close()
    void give(String(fields.get('to')) || null, String(fields.get('note')).trim())
  }
  return (
    <Dialog dialog={dialog} className={styles.give} label={texts.title}>
      {(close) => (
        <form className="stack gap-4" onSubmit={submit}>
          <h2 className="truncate">{texts.title}</h2>
          <People assigned={answer.conversation.assigned_to} me={me} />
          {!mayManage && <p className="muted">{texts.adminsOnly}</p>}
          <label>
            {texts.note}
            <textarea name="note" rows={4} maxLength={5000} dir="auto" className="note-paper" />
          </label>
          <div className="row end">
            <button type="button" className="row gap-1 quiet" onClick={close}>
              {words.common.cancel}
            </button>
            <button className="row gap-1" type="submit">
              {texts.give}
            </button>
          </div>
        </form>
      )}
    </Dialog>
  )
}

function People({ assigned, me }: { assigned: string | null; me: Me }) {
  const words = useWords().conversation.give
  const { client, site, mayManage } = useDesk()
  const { data } = useQuery({
    queryKey: keys.status(site.id),
    queryFn: () => client.live.status.query({ site: site.id }),
    staleTime: 0,
  })
  const presence = usePresence()
  const agents = mayManage ? (data?.agents ?? []) : []
  // Who came or went while the dialog is open.
  const others = agents
    .filter(({ email }) => email !== me.email)
    .map((agent) => ({ ...agent, available: presence.get(agent.email)?.available ?? agent.available }))
  const inOrder = others.toSorted((a, b) => Number(b.available) - Number(a.available) || compare(a, b))
  return (
    <label>
      {words.to}
      <select name="to" key={data ? 'known' : 'asked'}>
        {assigned !== me.email && <option value={me.email}>{words.me(me.name ?? me.email)}</option>}
        {inOrder.map((agent) => (
          <option key={agent.email} value={agent.email}>
            {agent.name ?? agent.email} · {agent.available ? words.available : words.away}
          </option>
        ))}
        <option value="">{words.nobody}</option>
      </select>
    </label>
  )
}

type Agent = LiveStatus['agents'][number]
const compare = (a: Agent, b: Agent) => (a.name ?? a.email).localeCompare(b.name ?? b.email)
