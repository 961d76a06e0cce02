import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { Hand } from 'lucide-react'
import { go } from '../../../app/route.ts'
import { useCommand } from '../../../keys/commands.tsx'
import { KeysOf } from '../../../keys/key-caps.tsx'
import { useTitle } from '../../../keys/own-keys.ts'
import { useAct } from '../../../live/act.ts'
import { countWords, mostCounted } from '../../../live/counts.ts'
import { useDesk } from '../../../live/desk.tsx'
import type { ListName } from '../../../live/keys.ts'
import { useQueue } from '../../../live/moments.ts'
import { countsQuery, listQuery } from '../../../live/queries.ts'
import { flatten } from '../../../live/rows.ts'
import { useWords } from '../../../words/words.tsx'
import './queue-card.css'
import { nameOf } from '../../../live/row-words.ts'
import { Row } from './row.tsx'
import { Wait } from './row-time.tsx'

/** So many of those who wait are shown above every list; the list of them all has the rest. */
const shownRows = 2

type Props = { list: ListName; openId: string | null; waitSeconds: number }

/** Who waits for a person, above every list, with one key to take whoever waits longest. Nothing while nobody does. */
export function QueueCard({ list, openId, waitSeconds }: Props) {
  const desk = useDesk()
  const { inbox } = useWords()
  const { data } = useInfiniteQuery(listQuery(desk, 'waiting'))
  const { data: counts } = useQuery(countsQuery(desk))
  const queue = useQueue()
  const rows = flatten(data)
  const oldest = rows[0]
  const take = useTakeOldest(list)
  const title = useTitle(inbox.takeOldest, 'queue.take')
  const group = inbox.group
  useCommand({ id: 'queue.take', words: inbox.takeOldest, group, keys: 'shift+t', run: take }, oldest !== undefined)
  // With a conversation open, the plain key takes that one.
  const isFree = oldest !== undefined && openId === null
  useCommand({ id: 'queue.take.plain', words: inbox.takeOldest, group, keys: 't', run: take }, isFree)
  if (!oldest) return null
  const count = Math.max(rows.length, queue?.waiting ?? counts?.waiting ?? 0)
  return (
    <section className="queue-card" aria-label={inbox.queueNow}>
      <header>
        <p>
          <strong>{inbox.queue(count < mostCounted ? count : countWords(count))}</strong>
          {oldest.waitingSince !== null && <Wait since={oldest.waitingSince} waitSeconds={waitSeconds} />}
        </p>
        <button type="button" onClick={take} title={title}>
          <Hand size={16} aria-hidden="true" />
          {inbox.takeOldest}
          <KeysOf id={isFree ? 'queue.take.plain' : 'queue.take'} />
        </button>
      </header>
      {list !== 'waiting' &&
        rows
          .slice(0, shownRows)
          .map((row) => (
            <Row key={row.id} row={row} list={list} isOpen={row.id === openId} isReached waitSeconds={waitSeconds} />
          ))}
    </section>
  )
}

const longestName = 40

const clip = (name: string) => (name.length > longestName ? `${name.slice(0, longestName)}…` : name)

/** Takes whoever waits longest and opens the conversation. Whoever is later is told who has it. */
function useTakeOldest(list: ListName): () => void {
  const desk = useDesk()
  const { client, me, site } = desk
  const queries = useQueryClient()
  const act = useAct()
  const { inbox } = useWords()
  return () => {
    // A second press may come before the first one is drawn: what is drawn may be taken already.
    const [row] = flatten(queries.getQueryData(listQuery(desk, 'waiting').queryKey))
    if (!row) return
    const { id, assignedTo } = row
    const wasQueued = row.status === 'live' && assignedTo === null
    void act({
      id,
      change: { status: 'live', assignedTo: me.email, assignedName: me.name, waitingSince: null },
      said: inbox.took(clip(nameOf(row, inbox))),
      run: () => client.conversations.takeover.mutate({ site: site.id, id, assignedTo }),
      ...(wasQueued && { undo: () => client.conversations.assign.mutate({ site: site.id, id, to: null }) }),
    })
    go({ page: 'inbox', list, id })
  }
}
