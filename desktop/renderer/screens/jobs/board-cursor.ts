import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Job } from '../../../../shared/job.ts'
import { type Columns, findJob, type Spot } from './board-state.ts'

export type Direction = 'up' | 'down' | 'left' | 'right'

/** The job under the keyboard cursor: the one with this id, otherwise the one that took its place. */
export function cursorSpot(columns: Columns, id: string | null, last: { at: number; place: number }): Spot | undefined {
  const found = findJob(columns, id)
  if (found) return found
  const at = columns[last.at]?.items.length ? last.at : columns.findIndex(({ items }) => items.length > 0)
  const column = columns[at]
  if (!column) return undefined
  const place = Math.min(at === last.at ? last.place : 0, column.items.length - 1)
  return { column, at, place, job: column.items[place] as Job }
}

/** The job next to a spot. Beside it, stages without jobs are skipped. */
export function jobBeside(columns: Columns, { at, place, column }: Spot, to: Direction): Job | undefined {
  if (to === 'up') return column.items[Math.max(0, place - 1)]
  if (to === 'down') return column.items[Math.min(column.items.length - 1, place + 1)]
  const beside = to === 'left' ? columns.slice(0, at).toReversed() : columns.slice(at + 1)
  const { items = [] } = beside.find((one) => one.items.length > 0) ?? {}
  return items[Math.min(place, items.length - 1)]
}

/** Where the cursor was when the board of a site was left. */
const kept = new Map<string, string>()

export type BoardCursor = {
  spot: Spot | undefined
  /** Whether it was moved, or a card has had the focus. */
  isUsed: boolean
  stand(id: string): void
  move(to: Direction): void
  /** Scrolls to a job and focuses its card, once it is rendered. */
  focus(id: string): void
}

type Options = {
  site: string
  columns: Columns
  board: RefObject<HTMLElement | null>
  /** Scrolls a stage to a place. */
  show(spot: Spot): void
}

/** The keyboard cursor of the board. It stays on its job while the job moves. */
export function useBoardCursor({ site, columns, board, show }: Options): BoardCursor {
  const [id, setId] = useState<string | null>(() => kept.get(site) ?? null)
  const last = useRef({ at: 0, place: 0 })
  const spot = cursorSpot(columns, id, last.current)
  last.current = spot ?? last.current
  const now = useRef({ columns, show })
  now.current = { columns, show }
  const stand = (job: string) => {
    kept.set(site, job)
    setId(job)
  }
  const focus = (job: string) => {
    // The next frame has the card in its new place.
    requestAnimationFrame(() => {
      if (isTyping()) return
      const there = findJob(now.current.columns, job)
      if (there) now.current.show(there)
      requestAnimationFrame(() => focusCard(board.current, job))
    })
  }
  const isThere = columns.length > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the board appears
  useEffect(() => {
    if (isThere && id !== null) focus(id)
  }, [isThere])
  return {
    spot,
    isUsed: id !== null,
    stand,
    focus,
    move(to) {
      if (!spot) return
      // The first press shows the cursor without moving it.
      const next = id === null ? spot.job : jobBeside(columns, spot, to)
      if (!next) return
      stand(next.id)
      const there = findJob(columns, next.id)
      if (there) show(there)
      // Immediately if the card is rendered, so that the next key applies to it.
      if (!focusCard(board.current, next.id)) focus(next.id)
    },
  }
}

/** Whether somebody types by now. A dialog that has just closed may still have the focus. */
function isTyping(): boolean {
  const field = document.activeElement?.closest('input:not([type="checkbox"]), select, textarea')
  return field?.checkVisibility() ?? false
}

function focusCard(board: HTMLElement | null, id: string): boolean {
  const card = board?.querySelector<HTMLElement>(`[data-job="${CSS.escape(id)}"] > a`)
  card?.focus({ preventScroll: true })
  card?.closest('[data-stage]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  return Boolean(card)
}
