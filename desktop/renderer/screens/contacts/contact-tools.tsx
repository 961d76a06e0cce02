import { useQuery } from '@tanstack/react-query'
import { Download, FileSpreadsheet, Plus } from 'lucide-react'
import { useRef } from 'react'
import type { LeadList, LeadStatus } from '../../../../shared/lead.ts'
import { useCommand } from '../../keys/commands.tsx'
import { useTitle } from '../../keys/own-keys.ts'
import { type ContactFilter, statuses, tableAddress, writeFilter } from '../../live/contact-filter.ts'
import { tagsQuery } from '../../live/contact-queries.ts'
import { useDesk } from '../../live/desk.tsx'
import { useFigures } from '../../ui/format.ts'
import { navigate } from '../../ui/route.ts'
import { useContactsWords } from '../../words/screen-words.ts'
import { useWords } from '../../words/words.tsx'
import { ContactSearch } from './contact-search.tsx'
import styles from './contacts.module.css'
import { NewContact } from './new-contact.tsx'

const show = (filter: ContactFilter) => navigate({ page: 'contacts', id: null, query: writeFilter(filter) })

type Props = { filter: ContactFilter; counts: LeadList['counts'] | undefined }

/** The toolbar above the table: search, filters, and actions on all contacts. */
export function ContactTools({ filter, counts }: Props) {
  const words = useContactsWords()
  const { site } = useDesk()
  const dialog = useRef<HTMLDialogElement>(null)
  const download = useRef<HTMLAnchorElement>(null)
  const add = () => dialog.current?.showModal()
  useCommand({ id: 'contacts.add', words: words.add, group: words.title, keys: 'c', run: add })
  const workbook = useRef<HTMLAnchorElement>(null)
  const toTable = () => download.current?.click()
  const toWorkbook = () => workbook.current?.click()
  useCommand({ id: 'contacts.workbook', words: words.workbookHint, group: words.title, keys: '', run: toWorkbook })
  useCommand({ id: 'contacts.table', words: words.downloadHint, group: words.title, keys: '', run: toTable })
  const addTitle = useTitle(words.add, 'contacts.add')
  return (
    <header className={`stack ${styles.tools}`}>
      <h1 className="unseen">{words.title}</h1>
      <div className={'row'}>
        <ContactSearch filter={filter} />
        <TagFilter filter={filter} />
        <a
          ref={download}
          className="as-button"
          href={tableAddress(site.id, filter, 'csv')}
          download
          title={words.downloadHint}
          aria-label={words.downloadHint}
        >
          <Download size={16} aria-hidden="true" />
          <span className={styles.label}>{words.download}</span>
        </a>
        <a
          ref={workbook}
          className="as-button"
          href={tableAddress(site.id, filter, 'xlsx')}
          download
          title={words.workbookHint}
          aria-label={words.workbookHint}
        >
          <FileSpreadsheet size={16} aria-hidden="true" />
          <span className={styles.label}>{words.workbook}</span>
        </a>
        <button type="button" onClick={add} title={addTitle} aria-label={words.add}>
          <Plus size={16} aria-hidden="true" />
          <span className={styles.label}>{words.add}</span>
        </button>
      </div>
      <StatusFilter filter={filter} counts={counts} />
      <NewContact dialog={dialog} />
    </header>
  )
}

function StatusFilter({ filter, counts }: Props) {
  const words = useContactsWords()
  const all = counts && Object.values(counts).reduce((sum, count) => sum + count, 0)
  return (
    <fieldset className={'row gap-1 choices'}>
      <legend className="unseen">{words.filter}</legend>
      <StatusChip filter={filter} status="" count={all} place={1} />
      {statuses.map((status, at) => (
        <StatusChip
          key={status}
          filter={filter}
          status={status}
          count={counts && (counts[status] ?? 0)}
          place={at + 2}
        />
      ))}
    </fieldset>
  )
}

type ChipProps = { filter: ContactFilter; status: LeadStatus | ''; count: number | undefined; place: number }

function StatusChip({ filter, status, count, place }: ChipProps) {
  const words = useContactsWords()
  const { visitor } = useWords()
  const figures = useFigures()
  const name = status === '' ? words.all : visitor.status[status]
  const choose = () => show({ ...filter, status })
  const id = `contacts.status.${status || 'all'}`
  const label = status === '' ? words.showAll : words.showStatus(name)
  useCommand({ id, words: label, group: words.title, keys: `alt+${place}`, run: choose })
  return (
    <button
      type="button"
      className="quiet"
      aria-pressed={filter.status === status}
      title={useTitle(label, id)}
      onClick={choose}
    >
      {status !== '' && <span className={styles.statusDot} data-status={status} aria-hidden="true" />}
      {name} {count !== undefined && <span className="muted">{figures.whole(count)}</span>}
    </button>
  )
}

function TagFilter({ filter }: { filter: ContactFilter }) {
  const words = useContactsWords()
  const { data } = useQuery(tagsQuery(useDesk()))
  const tags = data?.tags ?? []
  const isKnown = filter.tag === '' || filter.tag === 'untagged' || tags.some(({ id }) => id === filter.tag)
  return (
    <select
      aria-label={words.tag}
      value={filter.tag}
      data-chosen={filter.tag !== ''}
      onChange={({ target }) => show({ ...filter, tag: target.value })}
    >
      <option value="">{words.anyTag}</option>
      <option value="untagged">{words.untagged}</option>
      {!isKnown && <option value={filter.tag}>{words.goneTag}</option>}
      {tags.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  )
}
