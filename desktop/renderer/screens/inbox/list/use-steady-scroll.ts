import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { Row } from '../../../live/rows.ts'

/** Keeps the visible rows in place when rows above them are added or removed. At the top, new rows are shown. */
export function useSteadyScroll(scroller: RefObject<HTMLElement | null>, rows: readonly Row[]): void {
  const anchor = useRef<{ id: string; at: number }>(undefined)
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const before = anchor.current
    const top = Math.floor(element.scrollTop / rowHeight)
    if (before && top > 0 && rows[before.at]?.id !== before.id) {
      const now = rows.findIndex(({ id }) => id === before.id)
      if (now >= 0) element.scrollTop += (now - before.at) * rowHeight
    }
  }, [rows, scroller])
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const remember = () => {
      const at = Math.floor(element.scrollTop / rowHeight)
      const row = rows[at]
      anchor.current = row && { id: row.id, at }
    }
    remember()
    element.addEventListener('scroll', remember, { passive: true })
    return () => element.removeEventListener('scroll', remember)
  }, [rows, scroller])
}

/** The height of a list row in pixels, as in row.css. */
export const rowHeight = 64
