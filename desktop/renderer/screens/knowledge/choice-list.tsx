import { useVirtualizer } from '@tanstack/react-virtual'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { useFigures } from '../../ui/format.ts'
import { whyWords } from '../../words/page-faults.ts'
import { usePagesWords } from '../../words/screen-words.ts'
import { type FoundPage, type Group, groupPages, linesOf, pathOfPage } from './choice.ts'

const rowHeight = 36
const beyond = 10

type Chosen = ReadonlySet<string>
type Props = { found: readonly FoundPage[]; chosen: Chosen; choose: (chosen: Chosen) => void }

/** Pages to choose from, in groups that open; only what is seen of them is there, however many there are. */
export function ChoiceList({ found, chosen, choose }: Props) {
  const { choose: words } = usePagesWords()
  const groups = useMemo(() => groupPages(found), [found])
  const [wanted, setWanted] = useState('')
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () => new Set(groups.length === 1 ? [groups[0]?.name ?? ''] : []),
  )
  const lines = useMemo(() => linesOf(groups, open, wanted), [groups, open, wanted])
  const put = (pages: readonly FoundPage[], isChosen: boolean) => choose(withPages(chosen, pages, isChosen))
  const toggle = (name: string) => setOpen((before) => toggled(before, name))
  return (
    <>
      <ChoiceTools found={found} chosen={chosen} choose={choose} wanted={wanted} want={setWanted} />
      <ChoiceRows
        label={words.title}
        count={lines.length}
        keyOf={(at) => {
          const line = lines[at]
          return line?.kind === 'page' ? line.page.url : `group ${line?.group.name}`
        }}
      >
        {(at) => {
          const line = lines[at]
          if (line?.kind === 'group')
            return (
              <GroupRow
                group={line.group}
                chosen={chosen}
                isOpen={wanted.trim() !== '' || open.has(line.group.name)}
                put={put}
                toggle={toggle}
              />
            )
          return line && <PageRow page={line.page} isChosen={chosen.has(line.page.url)} put={put} />
        }}
      </ChoiceRows>
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
      <span className="choice-buttons">
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

type RowsProps = {
  label: string
  count: number
  keyOf: (at: number) => string
  children: (at: number) => React.ReactNode
}

function ChoiceRows({ label, count, keyOf, children }: RowsProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: beyond,
    getItemKey: keyOf,
  })
  return (
    <div className="choice-scroller" ref={scroller}>
      <ul className="virtual-rows" aria-label={label} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start, key }) => (
          <li
            key={key}
            aria-posinset={index + 1}
            aria-setsize={count}
            style={{ height: rowHeight, transform: `translateY(${start}px)` }}
          >
            {children(index)}
          </li>
        ))}
      </ul>
    </div>
  )
}

type Put = (pages: readonly FoundPage[], isChosen: boolean) => void
type GroupProps = { group: Group; chosen: Chosen; isOpen: boolean; put: Put; toggle: (name: string) => void }

function GroupRow({ group: { name, pages }, chosen, isOpen, put, toggle }: GroupProps) {
  const { choose: words } = usePagesWords()
  const write = useFigures()
  const count = pages.filter(({ url }) => chosen.has(url)).length
  const said = name || words.top
  const Icon = isOpen ? ChevronDown : ChevronRight
  return (
    <div className="choice-group">
      <button
        type="button"
        className="icon quiet"
        aria-expanded={isOpen}
        aria-label={words.open(said)}
        onClick={() => toggle(name)}
      >
        <Icon size={16} aria-hidden="true" className="points" />
      </button>
      <label>
        <input
          type="checkbox"
          checked={count === pages.length}
          ref={(box) => {
            if (box) box.indeterminate = count > 0 && count < pages.length
          }}
          onChange={(event) => put(pages, event.target.checked)}
        />
        <span className="unseen">{words.group}</span>
        <bdi>{said}</bdi>
      </label>
      <span className="muted">{words.inGroup(write.whole(count), write.whole(pages.length))}</span>
    </div>
  )
}

function PageRow({ page, isChosen, put }: { page: FoundPage; isChosen: boolean; put: Put }) {
  const { list, why } = usePagesWords()
  const { error, status } = page
  const said = error ? whyWords(error, why) : status && status !== 'discovered' && list.status[status]
  return (
    <label className="choice-page" title={page.url}>
      <input type="checkbox" checked={isChosen} onChange={(event) => put([page], event.target.checked)} />
      <bdi className="choice-path">{pathOfPage(page.url)}</bdi>
      {said && <span className="muted choice-why">{said}</span>}
    </label>
  )
}
