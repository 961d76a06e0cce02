import { useQuery } from '@tanstack/react-query'
import { Check, Columns3, Download, Plus, Settings } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import type { JobStatus, Stage } from '../../../../shared/job.ts'
import { NewJobDialog } from '../../form/new-job.tsx'
import { useCommand } from '../../keys/commands.tsx'
import { useTitle } from '../../keys/own-keys.ts'
import { useDesk } from '../../live/desk.tsx'
import { statusQuery } from '../../live/queries.ts'
import { moveFocus } from '../../ui/focus.ts'
import { useFigures } from '../../ui/format.ts'
import { Link } from '../../ui/link.tsx'
import { Popup } from '../../ui/popup.tsx'
import { navigate } from '../../ui/route.ts'
import { useJobPageWords, useJobsWords } from '../../words/screen-words.ts'
import { type JobFilters, jobsRoute } from './filters.ts'
import styles from './job-list.module.css'
import { columns, isOptional } from './list-columns.ts'
import type { Look } from './list-look.ts'
import { countOf } from './list-query.ts'
import { ListSearch } from './list-search.tsx'

const show = (filters: JobFilters) => navigate(jobsRoute(filters))

type Props = {
  filters: JobFilters
  /** Undefined until they are known. */
  stages: readonly Stage[] | undefined
  look: Look
  /** Exports what is shown. */
  download: () => void
}

/** Above the table: search, filters, and what can be done with all jobs. */
export function ListHead({ filters, stages, look, download }: Props) {
  const words = useJobsWords()
  return (
    <header className={`stack ${styles.head}`}>
      <div className={'cluster'}>
        <h1>{words.title}</h1>
        <Views filters={filters} />
        <ListSearch filters={filters} />
        <Actions look={look} download={download} />
      </div>
      <div className={'cluster'}>
        <StatusFilter filters={filters} stages={stages} />
        <Filters filters={filters} stages={stages ?? []} />
      </div>
    </header>
  )
}

function Views({ filters }: Pick<Props, 'filters'>) {
  const words = useJobsWords()
  return (
    <nav aria-label={words.views}>
      <ul className="row gap-1 tabs">
        <li>
          <Link to={jobsRoute({ ...filters, view: 'board' })}>{words.board}</Link>
        </li>
        <li>
          <Link to={jobsRoute(filters)} aria-current="page">
            {words.list}
          </Link>
        </li>
      </ul>
    </nav>
  )
}

function Actions({ look, download }: Pick<Props, 'look' | 'download'>) {
  const { list: words, of } = useJobPageWords()
  const { title: group } = useJobsWords()
  const { mayManage } = useDesk()
  const dialog = useRef<HTMLDialogElement>(null)
  const add = () => dialog.current?.showModal()
  useCommand({ id: 'jobs.add', words: of.create, group, keys: 'c', run: add })
  useCommand({ id: 'jobs.download', words: words.downloadHint, group, keys: '', run: download })
  const title = useTitle(of.create, 'jobs.add')
  return (
    <div className="row">
      <ColumnMenu look={look} />
      <button
        type="button"
        className="quiet"
        title={words.downloadHint}
        aria-label={words.downloadHint}
        onClick={download}
      >
        <Download size={16} aria-hidden="true" />
        <span className={styles.label}>{words.download}</span>
      </button>
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
      <button type="button" title={title} aria-label={of.create} onClick={add}>
        <Plus size={16} aria-hidden="true" />
        <span className={styles.label}>{of.create}</span>
      </button>
      <NewJobDialog dialog={dialog} />
    </div>
  )
}

function ColumnMenu({ look }: Pick<Props, 'look'>) {
  const { list: words } = useJobPageWords()
  return (
    <Popup
      label={words.chooseColumns}
      button={
        <>
          <Columns3 size={16} aria-hidden="true" />
          <span className={styles.label}>{words.chooseColumns}</span>
        </>
      }
    >
      {() => (
        // biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside handle the events
        <div className="menu" onKeyDown={moveFocus}>
          {columns.filter(isOptional).map((column) => {
            const isShown = !look.hidden.includes(column)
            return (
              <button
                key={column}
                type="button"
                className="choice"
                aria-pressed={isShown}
                onClick={() => look.toggle(column)}
              >
                <span className="tick">{isShown && <Check size={16} aria-hidden />}</span>
                {words.columns[column]}
              </button>
            )
          })}
        </div>
      )}
    </Popup>
  )
}

const statuses = ['open', 'won', 'lost', 'all'] as const

function StatusFilter({ filters, stages }: Pick<Props, 'filters' | 'stages'>) {
  const { list: words } = useJobPageWords()
  return (
    <fieldset className={`row gap-1 choices ${styles.statuses}`}>
      <legend className="unseen">{words.status}</legend>
      {statuses.map((status, at) => (
        <StatusChip
          key={status}
          filters={filters}
          status={status}
          count={stages && countOf(stages, status)}
          place={at + 1}
        />
      ))}
    </fieldset>
  )
}

type ChipProps = { filters: JobFilters; status: JobStatus | 'all'; count: number | undefined; place: number }

function StatusChip({ filters, status, count, place }: ChipProps) {
  const { list: words } = useJobPageWords()
  const { title: group, statuses: names } = useJobsWords()
  const figures = useFigures()
  const name = status === 'all' ? words.all : names[status]
  const choose = () => show({ ...filters, status, stage: '' })
  const id = `jobs.status.${status}`
  const label = words.showStatus(name)
  useCommand({ id, words: label, group, keys: `alt+${place}`, run: choose })
  return (
    <button
      type="button"
      className="quiet"
      aria-pressed={filters.stage === '' && filters.status === status}
      title={useTitle(label, id)}
      onClick={choose}
    >
      {name} {count !== undefined && <span className="muted">{figures.whole(count)}</span>}
    </button>
  )
}

function Filters({ filters, stages }: { filters: JobFilters; stages: readonly Stage[] }) {
  const { list: words, page } = useJobPageWords()
  const { nobody, sources } = useJobsWords()
  const desk = useDesk()
  const { data } = useQuery(statusQuery(desk))
  const { me } = desk
  const team = (data?.agents ?? []).filter(({ email }) => email !== me.email)
  const people = team.map(({ email, name }) => [email, name ?? email] as const)
  return (
    <>
      <Filter label={words.stage} value={filters.stage} choose={(stage) => show({ ...filters, stage, status: 'open' })}>
        <Options choices={[['', words.anyStage], ...stages.map(({ id, name }) => [id, name] as const)]} />
      </Filter>
      <Filter label={words.assignee} value={filters.assigned} choose={(assigned) => show({ ...filters, assigned })}>
        <Options choices={[['', words.anybody], ['me', page.me(me.name ?? me.email)], ['none', nobody], ...people]} />
      </Filter>
      <Filter
        label={words.source}
        value={filters.source}
        choose={(source) => show({ ...filters, source: source as JobFilters['source'] })}
      >
        <Options choices={[['', words.anySource], ...Object.entries(sources)]} />
      </Filter>
    </>
  )
}

type FilterProps = { label: string; value: string; choose: (value: string) => void; children: ReactNode }

const Filter = ({ label, value, choose, children }: FilterProps) => (
  <select aria-label={label} value={value} data-chosen={value !== ''} onChange={({ target }) => choose(target.value)}>
    {children}
  </select>
)

const Options = ({ choices }: { choices: readonly (readonly [value: string, name: string])[] }) =>
  choices.map(([value, name]) => (
    <option key={value} value={value}>
      {name}
    </option>
  ))
