import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'

export type Rows<T> = {
  /** The key of each row while it is moved, in the order of the items. */
  keys: readonly number[]
  /** The last added row, whose first field is focused. */
  added: number | null
  add(item: T): void
  remove(place: number): void
  move(from: number, to: number): void
}

/** Adds, removes and moves items, so that each row keeps its identity. */
export function useRows<T>(items: readonly T[], change: (items: T[]) => void): Rows<T> {
  const [kept, setKept] = useState<readonly number[]>([])
  const [added, setAdded] = useState<number | null>(null)
  const keys = fitKeys(kept, items.length)
  return {
    keys,
    added,
    add(item) {
      const more = fitKeys(keys, items.length + 1)
      setKept(more)
      setAdded(more.at(-1) ?? null)
      change([...items, item])
    },
    remove(place) {
      setKept(keys.toSpliced(place, 1))
      change(items.toSpliced(place, 1))
    },
    move(from, to) {
      setKept(moved(keys, from, to))
      change(moved(items, from, to))
    },
  }
}

/**
 * Rows are dragged by their handles with mouse, touch or pen. The list is reordered while dragging.
 * @returns the place of the dragged row, and what starts dragging
 */
export function useDrag(list: RefObject<HTMLElement | null>, move: (from: number, to: number) => void) {
  const [dragged, setDragged] = useState<number | null>(null)
  const follow = useRef<(y: number) => void>(() => {})
  follow.current = (y) => {
    if (dragged === null || !list.current) return
    const middles = [...list.current.children].map((row) => {
      const { top, height } = row.getBoundingClientRect()
      return top + height / 2
    })
    const to = placeAt(middles, dragged, y)
    if (to === dragged) return
    setDragged(to)
    move(dragged, to)
  }
  const isDragging = dragged !== null
  useEffect(() => {
    if (!isDragging) return
    // The row is removed and inserted again as it moves, so only the window receives all events.
    const leave = new AbortController()
    const { signal } = leave
    const end = () => setDragged(null)
    addEventListener('pointermove', ({ clientY }) => follow.current(clientY), { signal })
    for (const name of ['pointerup', 'pointercancel', 'blur']) addEventListener(name, end, { signal })
    return () => leave.abort()
  }, [isDragging])
  const begin = (place: number) => (event: PointerEvent) => {
    if (event.button !== 0) return
    event.preventDefault()
    setDragged(place)
  }
  return { dragged, begin }
}

/** The list with one item moved to another place. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const [item] = list.slice(from, from + 1)
  return item === undefined || to < 0 || to >= list.length ? [...list] : list.toSpliced(from, 1).toSpliced(to, 0, item)
}

/** The keys of rows while they are moved: one per row, with new keys for added rows. */
export function fitKeys(keys: readonly number[], count: number): number[] {
  const first = Math.max(-1, ...keys) + 1
  return [...keys, ...Array.from({ length: Math.max(0, count - keys.length) }, (_, more) => first + more)].slice(
    0,
    count,
  )
}

/** The place of a row while it is dragged: after each other row whose middle is above the pointer. */
export const placeAt = (middles: readonly number[], dragged: number, y: number): number =>
  middles.filter((middle, place) => place !== dragged && middle < y).length
