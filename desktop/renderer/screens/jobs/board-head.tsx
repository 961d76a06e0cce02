import { useQuery } from '@tanstack/react-query'
import { Plus, Settings } from 'lucide-react'
import { type ChangeEvent, useRef } from 'react'
import type { JobSource } from '../../../../shared/job.ts'
import { NewJobDialog } from '../../form/new-job.tsx'
import { useCommand } from '../../keys/commands.tsx'
import { useTitle } from '../../keys/own-keys.ts'
import { useDesk } from '../../live/desk.tsx'
import { statusQuery } from '../../live/queries.ts'
import { Link } from '../../ui/link.tsx'
import { navigate } from '../../ui/route.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { useTypedSearch } from '../../ui/typed-search.ts'
import { useBoardWords, useJobsWords } from '../../words/screen-words.ts'
import styles from './board.module.css'
import { type JobFilters, jobsRoute } from './filters.ts'

const maxSearchLength = 200
const sources: readonly JobSource[] = ['chat', 'quote', 'api', 'manual', 'callback']

const show = (filters: JobFilters) => navigate(jobsRoute(filters), { replace: true })

/** The title, the views, the search and the filters of the board. */
export function BoardHead({ filters }: { filters: JobFilters }) {
  const words = useBoardWords()
  const { title } = useJobsWords()
  const { mayManage } = useDesk()
  const dialog = useRef<HTMLDialogElement>(null)
  const add = () => dialog.current?.showModal()
  useCommand({ id: 'jobs.add', words: words.add, group: title, keys: 'c', run: add })
  const addTitle = useTitle(words.add, 'jobs.add')
  return (
    <header className={`cluster ${styles.head}`}>
      <h1>{title}</h1>
      <Views filters={filters} />
      <Search filters={filters} />
      <AssigneeFilter filters={filters} />
      <SourceFilter filters={filters} />
      {mayManage && (
        <Link
          to={{ page: 'settings', name: 'jobs' }}
          className="icon"
          aria-label={words.settings}
          title={words.settings}
        >
          <Settings size={16} aria-hidden="true" />
        </Link>
      )}
      <button type="button" onClick={add} title={addTitle} aria-label={words.add}>
        <Plus size={16} aria-hidden="true" />
        <span className={styles.addLabel}>{words.add}</span>
      </button>
      <NewJobDialog
        dialog={dialog}
        defaults={filters.assigned && filters.assigned !== 'none' ? { assignedTo: filters.assigned } : {}}
      />
    </header>
  )
}

function Views({ filters }: { filters: JobFilters }) {
  const { views, board, list } = useJobsWords()
  return (
    <nav aria-label={views}>
      <ul className="row gap-1 tabs">
        {(['board', 'list'] as const).map((view) => (
          <li key={view}>
            <Link to={jobsRoute({ ...filters, view })} aria-current={filters.view === view ? 'page' : undefined}>
              {view === 'board' ? board : list}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Search({ filters }: { filters: JobFilters }) {
  const { search, searchHint, clearSearch } = useBoardWords()
  const { title } = useJobsWords()
  const [text, change] = useTypedSearch(filters.q, (q) => show({ ...filters, q }))
  return (
    <SearchField
      text={text}
      change={change}
      maxLength={maxSearchLength}
      command="jobs.search"
      group={title}
      words={{ search, hint: searchHint, clear: clearSearch }}
      isLeftByEnter
    />
  )
}

function AssigneeFilter({ filters }: { filters: JobFilters }) {
  const words = useBoardWords()
  const { me } = useDesk()
  const { data } = useQuery(statusQuery(useDesk()))
  const others = (data?.agents ?? []).filter(({ email }) => email !== me.email)
  const { assigned } = filters
  const isKnown = ['', 'me', 'none'].includes(assigned) || others.some(({ email }) => email === assigned)
  return (
    <select
      aria-label={words.assignee}
      value={assigned}
      data-chosen={assigned !== ''}
      onChange={({ target }: ChangeEvent<HTMLSelectElement>) => show({ ...filters, assigned: target.value })}
    >
      <option value="">{words.everybody}</option>
      <option value="me">{words.toMe}</option>
      <option value="none">{words.toNobody}</option>
      {!isKnown && <option value={assigned}>{assigned}</option>}
      {others.map(({ email, name }) => (
        <option key={email} value={email}>
          {name || email}
        </option>
      ))}
    </select>
  )
}

function SourceFilter({ filters }: { filters: JobFilters }) {
  const words = useBoardWords()
  const { sources: names } = useJobsWords()
  const { source } = filters
  return (
    <select
      aria-label={words.source}
      value={source}
      data-chosen={source !== ''}
      onChange={({ target }) => show({ ...filters, source: target.value as JobFilters['source'] })}
    >
      <option value="">{words.anySource}</option>
      {sources.map((one) => (
        <option key={one} value={one}>
          {names[one]}
        </option>
      ))}
    </select>
  )
}
