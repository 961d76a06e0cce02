import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import type { ListName } from '../../../live/keys.ts'
import type { Paged } from '../../../live/paged.ts'
import type { Row as RowData } from '../../../live/rows.ts'
import { ReadOn, useReadOn } from '../../../ui/read-on.tsx'
import { useWords } from '../../../words/words.tsx'
import { Row } from './row.tsx'
import { rowHeight } from './row-height.ts'
import './row-list.css'
import { useCursor } from './use-cursor.ts'
import { useSteadyScroll } from './use-steady-scroll.ts'

/** Rows beyond what is seen, so that scrolling shows no gaps. */
const beyond = 8
/** Reading on begins so many rows before the end. */
const ahead = 30

type Props = {
  list: ListName
  rows: RowData[]
  openId: string | null
  waitSeconds: number
  paged: Paged
}

/** The rows of a list: only those that are seen are there, however many there are. */
export function RowList({ list, rows, openId, waitSeconds, paged }: Props) {
  const { inbox } = useWords()
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: beyond,
    getItemKey: (at) => rows[at]?.id ?? at,
  })
  const { current, isUsed } = useCursor({ list, rows, openId, scroller, scrollTo: (at) => virtual.scrollToIndex(at) })
  useSteadyScroll(scroller, rows)
  const shown = virtual.getVirtualItems()
  const end = shown.at(-1)?.index ?? 0
  useReadOn(paged, end >= rows.length - ahead)
  return (
    <div className="row-scroller" ref={scroller}>
      <ul aria-label={inbox.name} className="list-rows" style={{ height: virtual.getTotalSize() }}>
        {shown.map(({ index, start }) => {
          const row = rows[index]
          if (!row) return null
          const isReached = index === current
          return (
            <li
              key={row.id}
              aria-posinset={index + 1}
              aria-setsize={paged.hasNextPage ? -1 : rows.length}
              className="list-row"
              style={{ transform: `translateY(${start}px)` }}
            >
              <Row
                row={row}
                list={list}
                isOpen={row.id === openId}
                isCurrent={isReached && isUsed}
                isReached={isReached}
                waitSeconds={waitSeconds}
              />
            </li>
          )
        })}
      </ul>
      <ReadOn list={paged} />
    </div>
  )
}
