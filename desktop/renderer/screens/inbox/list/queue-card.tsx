import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { Hand } from 'lucide-react'
import { useMemo } from 'react'
import { putCaret } from '../../../keys/caret.ts'
import { useCommand } from '../../../keys/commands.tsx'
import { KeysOf } from '../../../keys/key-caps.tsx'
import { useTitle } from '../../../keys/own-keys.ts'
import { useAction } from '../../../live/action.ts'
import { countWords, maxCounted } from '../../../live/counts.ts'
import { isDeleted, useNotDeleted } from '../../../live/delete-later.ts'
import { useDesk } from '../../../live/desk.tsx'
import { ephemeral, useQueue } from '../../../live/ephemeral.ts'
import type { ListName } from '../../../live/keys.ts'
import { countsQuery, listQuery } from '../../../live/queries.ts'
import { nameOf } from '../../../live/row-words.ts'
import { flatten, type Row as RowData } from '../../../live/rows.ts'
import { navigate } from '../../../ui/route.ts'
import { useWords } from '../../../words/words.tsx'
import styles from './queue-card.module.css'
import { Row } from './row.tsx'
import { Wait } from './row-time.tsx'

/** The number of waiting visitors shown above the other lists, which leave these out. */
const shownRows = 3

/** The waiting visitors that the card shows above a list: a visitor appears once. */
export function useQueued(list: ListName): RowData[] {
  const { data } = useInfiniteQuery(listQuery(useDesk(), 'waiting'))
  const rows = useNotDeleted(useMemo(() => flatten(data), [data]))
  return useMemo(() => (list === 'waiting' ? [] : rows.slice(0, shownRows)), [rows, list])
}

type Props = { list: ListName; openId: string | null; waitSeconds: number }

/** The waiting visitors, above every list, with a shortcut to take the one who has waited longest. */
export function QueueCard({ list, openId, waitSeconds }: Props) {
  const desk = useDesk()
  const { inbox } = useWords()
  const { data } = useInfiniteQuery(listQuery(desk, 'waiting'))
  const { data: counts } = useQuery(countsQuery(desk))
  const queue = useQueue()
  const rows = useNotDeleted(useMemo(() => flatten(data), [data]))
  const queued = useQueued(list)
  const oldest = rows[0]
  const take = useTakeOldest(list)
  const title = useTitle(inbox.takeNext, 'queue.take')
  const group = inbox.group
  useCommand({ id: 'queue.take', words: inbox.takeNext, group, keys: 'shift+t', run: take }, oldest !== undefined)
  // With a conversation open, the plain key takes that one.
  const isFree = oldest !== undefined && openId === null
  useCommand({ id: 'queue.take.plain', words: inbox.takeNext, group, keys: 't', run: take }, isFree)
  if (!oldest) return null
  const count = Math.max(rows.length, queue?.waiting ?? counts?.waiting ?? 0)
  return (
    <section className={styles.queueCard} aria-label={inbox.queueNow}>
      <header className="stack">
        <p className="row spread">
          <strong>{inbox.queue(count < maxCounted ? count : countWords(count))}</strong>
          {oldest.waitingSince !== null && <Wait since={oldest.waitingSince} waitSeconds={waitSeconds} />}
        </p>
        <button className="row" type="button" onClick={take} title={title}>
          <Hand size={16} aria-hidden="true" />
          {inbox.takeNext}
          <KeysOf id={isFree ? 'queue.take.plain' : 'queue.take'} />
        </button>
      </header>
      {queued.length > 0 && (
        <ul>
          {queued.map((row) => (
            <li key={row.id}>
              <Row row={row} list={list} isOpen={row.id === openId} isReached waitSeconds={waitSeconds} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const isThere = ({ id, visitorPresence }: RowData) =>
  (ephemeral.get().visitors.get(id) ?? visitorPresence)?.present !== false

const maxNameLength = 40

const clip = (name: string) => (name.length > maxNameLength ? `${name.slice(0, maxNameLength)}…` : name)

/** Takes over the conversation that has waited longest, first of those who are still there, and opens it. If somebody was faster, shows who. */
function useTakeOldest(list: ListName): () => void {
  const desk = useDesk()
  const { client, me, site } = desk
  const queries = useQueryClient()
  const act = useAction()
  const { inbox } = useWords()
  return () => {
    // A second press may come before a render, when the shown conversation is already taken.
    const waiting = flatten(queries.getQueryData(listQuery(desk, 'waiting').queryKey))
    const rows = waiting.filter((one) => !isDeleted(one.id))
    // Who left the website would not read the reply.
    const row = rows.find((one) => isThere(one)) ?? rows[0]
    if (!row) return
    const { id, assignedTo } = row
    const wasQueued = row.status === 'live' && assignedTo === null
    void act({
      id,
      change: { status: 'live', assignedTo: me.email, assignedName: me.name, waitingSince: null },
      toast: inbox.took(clip(nameOf(row, inbox))),
      run: () => client.conversations.takeover.mutate({ site: site.id, id, assignedTo }),
      ...(wasQueued && { undo: () => client.conversations.assign.mutate({ site: site.id, id, to: null }) }),
    })
    navigate({ page: 'inbox', list, id })
    putCaret(id)
  }
}
