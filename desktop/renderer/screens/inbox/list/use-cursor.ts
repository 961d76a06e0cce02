import { type RefObject, useRef, useState } from 'react'
import { go } from '../../../app/route.ts'
import { useCommand } from '../../../keys/commands.tsx'
import type { ListName } from '../../../live/keys.ts'
import type { Row } from '../../../live/rows.ts'
import { placeOf } from '../../../ui/cursor.ts'
import { useWords } from '../../../words/words.tsx'

type Options = {
  list: ListName
  rows: readonly Row[]
  openId: string | null
  scroller: RefObject<HTMLElement | null>
  scrollTo(index: number): void
}

function focusRow(scroller: HTMLElement | null, id: string): boolean {
  const row = scroller?.querySelector<HTMLElement>(`[data-row="${id}"]`)
  row?.focus({ preventScroll: true })
  return row !== null && row !== undefined
}

/**
 * Goes through the list by keys, and opens what the keys stand on.
 * @returns the index of the row that the keys stand on, -1 in an empty list; and whether they were used here yet
 */
export function useCursor({ list, rows, openId, scroller, scrollTo }: Options): { current: number; isUsed: boolean } {
  const { inbox } = useWords()
  const [chosen, setChosen] = useState<{ list: ListName; id: string; openId: string | null }>()
  // Whatever is opened, by whichever way, is where the keys stand from then on.
  const known = chosen?.list === list && chosen.openId === openId ? chosen : undefined
  const last = useRef(0)
  const current = placeOf(rows, known?.id ?? openId, known ? last.current : 0)
  last.current = Math.max(0, current)
  const isFresh = known === undefined && openId === null

  const move = (by: 1 | -1) => {
    // The first press shows where the keys stand; nothing is skipped by it.
    const next = isFresh ? current : Math.max(0, Math.min(rows.length - 1, current + by))
    const row = rows[next]
    if (!row) return
    setChosen({ list, id: row.id, openId })
    scrollTo(next)
    // At once where the row is there already: who types on quickly means this one.
    if (!focusRow(scroller.current, row.id)) requestAnimationFrame(() => focusRow(scroller.current, row.id))
  }
  const open = () => {
    const row = rows[current]
    if (row) go({ page: 'inbox', list, id: row.id })
  }
  const group = inbox.group
  useCommand({ id: 'inbox.next', words: inbox.next, group, keys: 'j', repeats: true, run: () => move(1) })
  useCommand({ id: 'inbox.previous', words: inbox.previous, group, keys: 'k', repeats: true, run: () => move(-1) })
  useCommand({ id: 'inbox.open', words: inbox.open, group, keys: 'enter', run: open }, rows.length > 0)
  return { current, isUsed: known !== undefined }
}
