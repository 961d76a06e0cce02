import { useRef, useState } from 'react'

/**
 * The keyboard cursor of a list. It stays on its row when the row moves, and on the row that takes its place when it is
 * removed.
 */
export function placeOf(rows: readonly { id: string }[], id: string | null, before: number): number {
  const place = rows.findIndex((row) => row.id === id)
  return place >= 0 ? place : Math.min(before, rows.length - 1)
}

type Options<T> = {
  rows: readonly T[]
  /** Finds the element of a row to focus, once it is rendered. */
  find: (id: string) => HTMLElement | null | undefined
  /** Renders a row outside of the visible part. */
  show?: (place: number) => void
  /** The row of the cursor when the list was left. */
  kept?: string | null
  /** The row where the cursor starts. */
  start?: string | null
  /** Identifies the list. In another one, the cursor starts again. */
  scope?: string
}

export type Cursor = {
  /** The cursor's index; -1 in an empty list. */
  place: number
  /** Whether the cursor was moved in this list. */
  isUsed: boolean
  /** Moves the cursor by a number of rows. @returns the id of the new row */
  move(by: 1 | -1): string | undefined
  stand(id: string): void
  /** Moves the cursor to what takes the place of a removed row. */
  leave(id: string): void
  /** Focuses the cursor's row once it is rendered. */
  focus(): void
}

/** Moves through a list by keys, while its rows change. */
export function useCursor<T extends { id: string }>(options: Options<T>): Cursor {
  const { rows, find, show, kept = null, start = null, scope = '' } = options
  const [chosen, setChosen] = useState({ id: kept, scope })
  const id = chosen.scope === scope ? chosen.id : null
  const last = useRef(0)
  const place = placeOf(rows, id ?? start, id === null ? 0 : last.current)
  last.current = Math.max(0, place)
  const stand = (row: string | null) => setChosen({ id: row, scope })
  const focusOn = (row: string) => {
    const element = find(row)
    element?.focus({ preventScroll: true })
    return element !== null && element !== undefined
  }
  const focusHere = useRef(() => {})
  focusHere.current = () => {
    const row = rows[place]
    if (row) focusOn(row.id)
  }
  return {
    place,
    isUsed: id !== null,
    stand,
    move(by) {
      // The first press shows the cursor without moving it.
      const isFresh = id === null && start === null
      const next = isFresh ? place : Math.max(0, Math.min(rows.length - 1, place + by))
      const row = rows[next]
      if (!row) return undefined
      stand(row.id)
      show?.(next)
      // Immediately if the row is rendered, so that the next key press applies to it.
      if (!focusOn(row.id)) requestAnimationFrame(() => focusOn(row.id))
      return row.id
    },
    leave(leaving) {
      const at = rows.findIndex((row) => row.id === leaving)
      stand((rows[at + 1] ?? rows[at - 1])?.id ?? null)
    },
    focus: () => void requestAnimationFrame(() => focusHere.current()),
  }
}
