import type { KeyboardEvent, RefObject } from 'react'
import { useCommand } from '../../keys/commands.tsx'
import { navigate, type Route } from '../../ui/route.ts'
import { useBoardWords, useJobsWords } from '../../words/screen-words.ts'
import type { BoardCursor, Direction } from './board-cursor.ts'
import type { Selecting } from './board-selection.ts'

type Options = {
  board: RefObject<HTMLElement | null>
  cursor: BoardCursor
  selecting: Selecting
  moveTo(to: Direction): void
  routeOf(id: string): Route
}

/** The shortcuts of the board. */
export function useBoardKeys({ board, cursor, selecting, moveTo, routeOf }: Options): void {
  const { commands: words } = useBoardWords()
  const group = useJobsWords().title
  const { spot } = cursor
  const isAny = spot !== undefined
  /** The first key shows the cursor. */
  const here = (run: (id: string) => void) => () => {
    if (!spot) return
    if (!cursor.isUsed) cursor.stand(spot.job.id)
    run(spot.job.id)
  }
  const openMenu = here((id) => board.current?.querySelector<HTMLElement>(menuOf(id))?.click())
  const shift = (to: Direction) => () => (cursor.isUsed ? moveTo(to) : cursor.move(to))
  const repeats = true
  useCommand({ id: 'jobs.down', words: words.down, group, keys: 'j', repeats, run: () => cursor.move('down') }, isAny)
  useCommand({ id: 'jobs.up', words: words.up, group, keys: 'k', repeats, run: () => cursor.move('up') }, isAny)
  useCommand({ id: 'jobs.left', words: words.left, group, keys: 'h', repeats, run: () => cursor.move('left') }, isAny)
  useCommand(
    { id: 'jobs.right', words: words.right, group, keys: 'l', repeats, run: () => cursor.move('right') },
    isAny,
  )
  const open = here((id) => navigate(routeOf(id)))
  useCommand({ id: 'jobs.open', words: words.open, group, keys: 'enter', run: open }, isAny)
  useCommand({ id: 'jobs.stage', words: words.stage, group, keys: 'm', run: openMenu }, isAny)
  useCommand({ id: 'jobs.moveUp', words: words.moveUp, group, keys: 'shift+up', repeats, run: shift('up') }, isAny)
  useCommand(
    { id: 'jobs.moveDown', words: words.moveDown, group, keys: 'shift+down', repeats, run: shift('down') },
    isAny,
  )
  useCommand({ id: 'jobs.moveLeft', words: words.moveLeft, group, keys: 'shift+left', run: shift('left') }, isAny)
  useCommand({ id: 'jobs.moveRight', words: words.moveRight, group, keys: 'shift+right', run: shift('right') }, isAny)
  const choose = here(selecting.toggle)
  useCommand({ id: 'jobs.choose', words: words.choose, group, keys: 'x', run: choose }, isAny)
  const chooseTo = here(selecting.upTo)
  useCommand({ id: 'jobs.chooseTo', words: words.chooseTo, group, keys: 'shift+x', run: chooseTo }, isAny)
}

const menuOf = (id: string) => `[data-job="${CSS.escape(id)}"] button[popovertarget]`

const directions: Record<string, Direction> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}

/** The arrows move the cursor while a card has the focus. Elsewhere they scroll. */
export function pressArrow(event: KeyboardEvent<HTMLElement>, cursor: BoardCursor): void {
  const to = directions[event.key]
  const target = event.target as Element
  const isPlain = !(event.shiftKey || event.ctrlKey || event.metaKey || event.altKey)
  if (!to || !isPlain || !target.closest('[data-job]') || target.closest('[popover]')) return
  event.preventDefault()
  cursor.move(to)
}
