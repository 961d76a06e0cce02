import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { fitKeys, moved, placeAt } from './order.ts'

export type Rows<T> = {
  /** What each row is known by while it is moved; in the order of the items. */
  keys: readonly number[]
  /** The row that was added last, whose first field gets the focus. */
  added: number | null
  add(item: T): void
  remove(place: number): void
  move(from: number, to: number): void
}

/** Adds, takes away and moves items, so that each row stays the one that it was. */
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
 * Rows are dragged by their grips with mouse, finger or pen. The list follows as they go.
 * @returns the place of the row that is dragged, and what begins it
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
    // The row is taken out and put back as it moves: only the window hears all of it.
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
