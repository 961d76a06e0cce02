import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Job } from '../../../shared/job.ts'
import { useCommand } from '../keys/commands.tsx'
import { KeysOf } from '../keys/key-caps.tsx'
import { useTitle } from '../keys/own-keys.ts'
import { useNotDeleted } from '../live/delete-later.ts'
import { useDesk } from '../live/desk.tsx'
import { keys } from '../live/keys.ts'
import { Link } from '../ui/link.tsx'
import { useMoney } from '../ui/money.ts'
import { QueryBoundary } from '../ui/query-boundary.tsx'
import { useJobPageWords, useJobsWords } from '../words/screen-words.ts'
import type { JobDefaults } from './job-draft.ts'
import styles from './jobs-of.module.css'
import { NewJobDialog } from './new-job.tsx'

/** The dialog of a new job, with its key. It is rendered outside of sections, which may be folded. */
export function useCreateJob(defaults: JobDefaults) {
  const { of: words } = useJobPageWords()
  const { title: group } = useJobsWords()
  const dialog = useRef<HTMLDialogElement>(null)
  const open = () => dialog.current?.showModal()
  useCommand({ id: 'job.create', words: words.create, group, keys: 'shift+j', run: open })
  return { open, dialog: <NewJobDialog dialog={dialog} defaults={defaults} /> }
}

type Of = { conversation: string } | { contact: string }

/** The jobs of a conversation or a contact, newest first, and a button for another one. */
export function JobsOf({ of, create }: { of: Of; create: () => void }) {
  const { of: words } = useJobPageWords()
  const { client, site } = useDesk()
  const title = useTitle(words.create, 'job.create')
  const query = useQuery({
    queryKey: [...keys.jobs(site.id), 'of', of],
    queryFn: () => client.jobs.list.query({ site: site.id, status: 'all', ...of }),
  })
  return (
    <div className={`stack ${styles.jobs}`}>
      <QueryBoundary query={query}>{({ items }) => <List jobs={items} />}</QueryBoundary>
      <button type="button" className="quiet" title={title} onClick={create}>
        <Plus size={16} aria-hidden="true" />
        {words.create} <KeysOf id="job.create" />
      </button>
    </div>
  )
}

const firstShown = 8

function List({ jobs }: { jobs: readonly Job[] }) {
  const { of: words } = useJobPageWords()
  const [isWhole, setWhole] = useState(false)
  const newest = useNotDeleted(jobs).toSorted((a, b) => b.number - a.number)
  const shown = isWhole ? newest : newest.slice(0, firstShown)
  if (newest.length === 0) return <p className="muted">{words.none}</p>
  return (
    <>
      <ul className="stack gap-3">
        {shown.map((job) => (
          <Entry key={job.id} job={job} />
        ))}
      </ul>
      {shown.length < newest.length && (
        <button type="button" className="quiet" onClick={() => setWhole(true)}>
          {words.all(newest.length)}
        </button>
      )}
    </>
  )
}

function Entry({ job: { id, number, title, stage, status, value, currency } }: { job: Job }) {
  const { number: numbered } = useJobsWords()
  const money = useMoney()
  return (
    <li className={styles.entry}>
      <Link to={{ page: 'jobs', id, query: '' }}>
        <span className="muted">{numbered(number)}</span> <bdi>{title}</bdi>
      </Link>
      <p className="cluster gap-1">
        <span className={`pill ${styles.stage}`} data-status={status}>
          <bdi>{stage.name}</bdi>
        </span>
        {value !== null && <span>{money(value, currency)}</span>}
      </p>
    </li>
  )
}
