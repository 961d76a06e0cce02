import type { ListName } from '../../../live/keys.ts'
import type { Paged } from '../../../live/paged.ts'
import type { Row as RowData } from '../../../live/rows.ts'
import { ReadOn, useReadOn } from '../../../ui/read-on.tsx'
import { useVirtualRows, VirtualList } from '../../../ui/virtual-list.tsx'
import { useWords } from '../../../words/words.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { MissedBar } from './missed-bar.tsx'
import { Row } from './row.tsx'
import { useSelection } from './selection.ts'
import { useInboxCursor } from './use-cursor.ts'
import { rowHeight, useSteadyScroll } from './use-steady-scroll.ts'

/** The next page is fetched this many rows before the end. */
const ahead = 30

type Props = {
  list: ListName
  rows: RowData[]
  openId: string | null
  /** What was searched. */
  words: string
  waitSeconds: number
  paged: Paged
}

/** The rows of a list. */
export function RowList({ list, rows, openId, words, waitSeconds, paged }: Props) {
  const { inbox } = useWords()
  const drawn = useVirtualRows({ items: rows, keyOf: ({ id }) => id, rowHeight, ahead })
  const { scroller, scrollTo } = drawn
  const cursor = useInboxCursor({ list, rows, openId, scroller, show: scrollTo })
  const { place, isUsed } = cursor
  const selection = useSelection(rows, cursor)
  useSteadyScroll(scroller, rows)
  useReadOn(paged, drawn.isNearEnd)
  const current = rows[place]
  const below = <ReadOn list={paged} isWide />
  return (
    <>
      {selection.rows.length > 0 && <BulkBar selection={selection} />}
      {list === 'missed' && current && selection.rows.length === 0 && <MissedBar key={current.id} row={current} />}
      <VirtualList rows={drawn} label={inbox.name} className="scroller" isWhole={!paged.hasNextPage} below={below}>
        {(row, at) => (
          <Row
            row={row}
            list={list}
            isOpen={row.id === openId}
            isCurrent={at === place && (isUsed || openId === null)}
            isReached={at === place}
            isSelected={selection.has(row.id)}
            words={words}
            waitSeconds={waitSeconds}
          />
        )}
      </VirtualList>
    </>
  )
}
