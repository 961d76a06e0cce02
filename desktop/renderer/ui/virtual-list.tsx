import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useRef } from 'react'
import styles from './virtual-list.module.css'

/** Additional rows outside of the visible part, so that scrolling shows no gaps. */
const usualOverscan = 10

type Options<T> = {
  items: readonly T[]
  keyOf: (item: T) => string
  /** In pixels, as in the style sheet. */
  rowHeight: number
  /** `isNearEnd` becomes true this many rows before the end. */
  ahead?: number
  /** The height of a sticky header above the rows. */
  headHeight?: number
  /** The initial scroll position. */
  offset?: number
  /** Additional rows outside of the visible part. */
  overscan?: number
}

/** The rendered rows of a list: only the visible ones. */
export function useVirtualRows<T, E extends HTMLElement = HTMLDivElement>(options: Options<T>) {
  const { items, keyOf, rowHeight, ahead = 0, headHeight = 0, offset = 0, overscan = usualOverscan } = options
  const scroller = useRef<E>(null)
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
    initialOffset: offset,
    getItemKey: (index) => {
      const item = items[index]
      return item === undefined ? index : keyOf(item)
    },
  })
  const shown = virtual.getVirtualItems()
  return {
    items,
    rowHeight,
    scroller,
    shown,
    height: virtual.getTotalSize(),
    isNearEnd: (shown.at(-1)?.index ?? 0) >= items.length - ahead,
    scrollTo: (index: number) => virtual.scrollToIndex(index),
  }
}

type Props<T> = {
  rows: ReturnType<typeof useVirtualRows<T>>
  label: string
  className: string | undefined
  /** Whether the whole list was fetched. */
  isWhole?: boolean
  children: (item: T, index: number) => ReactNode
  /** Rendered below the last row. */
  below?: ReactNode
}

/** A list of any length that renders only its visible rows. */
export function VirtualList<T>({ rows, label, className, isWhole = true, children, below }: Props<T>) {
  const { items, rowHeight } = rows
  return (
    <div className={className} ref={rows.scroller}>
      <ul className={styles.virtualRows} aria-label={label} style={{ height: rows.height }}>
        {rows.shown.map(({ index, start, key }) => {
          const item = items[index]
          return (
            item !== undefined && (
              <li
                key={key}
                aria-posinset={index + 1}
                aria-setsize={isWhole ? items.length : -1}
                style={{ height: rowHeight, transform: `translateY(${start}px)` }}
              >
                {children(item, index)}
              </li>
            )
          )
        })}
      </ul>
      {below}
    </div>
  )
}
