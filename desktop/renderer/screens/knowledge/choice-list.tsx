import { ChevronDown, ChevronRight } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useFigures } from '../../ui/format.ts'
import { useVirtualRows, VirtualList } from '../../ui/virtual-list.tsx'
import { failureText } from '../../words/failure-words.ts'
import { useFailureWords, usePagesWords } from '../../words/screen-words.ts'
import { type FoundPage, type Group, groupPages, type Line, linesOf, pathOfPage } from './choice.ts'
import styles from './pages-tab.module.css'

const rowHeight = 36

type Chosen = ReadonlySet<string>
type Props = { found: readonly FoundPage[]; chosen: Chosen; choose: (chosen: Chosen) => void }

const keyOf = (line: Line) => (line.kind === 'page' ? line.page.url : `group ${line.group.name}`)

/** Selectable pages in collapsible groups. Only visible rows are rendered. */
export function ChoiceList({ found, chosen, choose }: Props) {
  const { choose: words } = usePagesWords()
  const groups = useMemo(() => groupPages(found), [found])
  const [wanted, setWanted] = useState('')
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () => new Set(groups.length === 1 ? [groups[0]?.name ?? ''] : []),
  )
  const lines = useMemo(() => linesOf(groups, open, wanted), [groups, open, wanted])
  const rows = useVirtualRows({ items: lines, keyOf, rowHeight })
  const put = (pages: readonly FoundPage[], isChosen: boolean) => choose(withPages(chosen, pages, isChosen))
  const toggle = (name: string) => setOpen((before) => toggled(before, name))
  return (
    <>
      <ChoiceTools found={found} chosen={chosen} choose={choose} wanted={wanted} want={setWanted} />
      <VirtualList rows={rows} label={words.title} className={styles.choiceScroller}>
        {(line) =>
          line.kind === 'group' ? (
            <GroupRow
              group={line.group}
              chosen={chosen}
              isOpen={wanted.trim() !== '' || open.has(line.group.name)}
              put={put}
              toggle={toggle}
            />
          ) : (
            <PageRow page={line.page} isChosen={chosen.has(line.page.url)} put={put} />
          )
        }
      </VirtualList>
    </>
  )
}

function withPages(chosen: Chosen, pages: readonly FoundPage[], isChosen: boolean): Chosen {
  const next = new Set(chosen)
  for (const { url } of pages) {
    if (isChosen) next.add(url)
    else next.delete(url)
  }
  return next
}

const toggled = (names: ReadonlySet<string>, name: string): ReadonlySet<string> =>
  names.has(name) ? new Set([...names].filter((one) => one !== name)) : new Set([...names, name])

type ToolsProps = Props & { wanted: string; want: (wanted: string) => void }

function ChoiceTools({ found, chosen, choose, wanted, want }: ToolsProps) {
  const { choose: words } = usePagesWords()
  const write = useFigures()
  const suggested = found.filter((page) => page.suggested)
  const set = (pages: readonly FoundPage[]) => choose(new Set(pages.map(({ url }) => url)))
  return (
    <div className="settings-tools">
      <input
        type="search"
        aria-label={words.search}
        placeholder={words.search}
        value={wanted}
        onChange={(event) => want(event.target.value)}
      />
      <span className="muted" role="status">
        {words.chosen(write.whole(chosen.size), write.whole(found.length))}
      </span>
      <span className={`cluster ${styles.choiceButtons}`}>
        <button type="button" className="quiet" onClick={() => set(suggested)}>
          {words.suggested}
        </button>
        <button type="button" className="quiet" onClick={() => set(found)}>
          {words.all}
        </button>
        <button type="button" className="quiet" onClick={() => set([])}>
          {words.none}
        </button>
      </span>
    </div>
  )
}

type Put = (pages: readonly FoundPage[], isChosen: boolean) => void
type GroupProps = { group: Group; chosen: Chosen; isOpen: boolean; put: Put; toggle: (name: string) => void }

function GroupRow({ group: { name, pages }, chosen, isOpen, put, toggle }: GroupProps) {
  const { choose: words } = usePagesWords()
  const write = useFigures()
  const count = pages.filter(({ url }) => chosen.has(url)).length
  const label = name || words.top
  const Icon = isOpen ? ChevronDown : ChevronRight
  return (
    <div className={`row ${styles.choiceGroup}`}>
      <button
        type="button"
        className="icon quiet"
        aria-expanded={isOpen}
        aria-label={words.open(label)}
        onClick={() => toggle(name)}
      >
        <Icon size={16} aria-hidden="true" className="points" />
      </button>
      <label className="row">
        <input
          type="checkbox"
          checked={count === pages.length}
          ref={(box) => {
            if (box) box.indeterminate = count > 0 && count < pages.length
          }}
          onChange={(event) => put(pages, event.target.checked)}
        />
        <span className="unseen">{words.group}</span>
        <bdi className="truncate">{label}</bdi>
      </label>
      <span className="muted">{words.inGroup(write.whole(count), write.whole(pages.length))}</span>
    </div>
  )
}

function PageRow({ page, isChosen, put }: { page: FoundPage; isChosen: boolean; put: Put }) {
  const { list } = usePagesWords()
  const failures = useFailureWords()
  const { error, status } = page
  const text = error ? failureText(page, error, failures) : status && status !== 'discovered' && list.status[status]
  return (
    <label className={`row ${styles.choicePage}`} title={page.url}>
      <input type="checkbox" checked={isChosen} onChange={(event) => put([page], event.target.checked)} />
      <bdi className="fill truncate">{pathOfPage(page.url)}</bdi>
      {text && <span className={`truncate muted ${styles.choiceWhy}`}>{text}</span>}
    </label>
  )
}
