import { type PointerEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { Job } from '../../../../shared/job.ts'
import { everyFrame, followPress, useTouchStop } from '../../ui/press-gesture.ts'
import { edgeSpeed, nearest, placeAt } from './board-place.ts'
import { type Columns, findJob, isCut, othersIn } from './board-state.ts'

/** A card that is being dragged. */
export type Drag = {
  job: Job
  /** The board when the drag began. What others do is shown afterwards. */
  columns: Columns
  /** Where it would land. */
  stageId: string
  place: number
  width: number
}

type Options = {
  board: RefObject<HTMLElement | null>
  columns: Columns
  /** In pixels, with the gap. */
  rowHeight: number
  drop(drag: Drag): void
}

/** Where the pointer is, and where on the card it was pressed. */
type Pointer = { x: number; y: number; inX: number; inY: number }

/** Drags cards by mouse and touch. `ghost` is the ref of the card under the pointer. */
export function useDrag(options: Options) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const latest = useRef(options)
  latest.current = options
  const stop = useRef(() => {})
  useEffect(() => () => stop.current(), [])
  useTouchStop(options.board, drag !== null)
  const { ghost, follow } = useGhost()
  const press = (event: PointerEvent<HTMLElement>) => {
    const card = pressedCard(event)
    if (!card) return
    const box = card.getBoundingClientRect()
    const { clientX: x, clientY: y } = event
    const pointer: Pointer = { x, y, inX: x - box.left, inY: y - box.top }
    let now: Drag | null = null
    const show = (next: Drag | null) => {
      if (next !== now) setDrag(next)
      now = next
    }
    const frames = everyFrame(() => {
      const { board } = latest.current
      if (!now || !board.current) return
      scrollEdges(board.current, pointer)
      show(landing(now, latest.current, pointer))
      follow(pointer)
    })
    stop.current()
    stop.current = followPress(event, {
      begin() {
        const { columns } = latest.current
        const spot = findJob(columns, card.dataset.job ?? '')
        if (!spot) return
        follow(pointer)
        show({ job: spot.job, columns, stageId: spot.column.stage.id, place: spot.place, width: box.width })
        frames.start()
      },
      move: (x, y) => void Object.assign(pointer, { x, y }),
      end(how) {
        frames.stop()
        const last = now
        show(null)
        if (last && how === 'dropped') latest.current.drop(landing(last, latest.current, pointer))
      },
    })
  }
  return { drag, ghost, press }
}

/** The card of a press that may become a drag. */
function pressedCard({ target, isPrimary, button }: PointerEvent<HTMLElement>): HTMLElement | null {
  const pressed = target as Element
  if (!isPrimary || button !== 0 || pressed.closest('button, input, [popover]')) return null
  return pressed.closest<HTMLElement>('[data-job]')
}

/** The card that follows the pointer. Moved without rendering. */
function useGhost() {
  const element = useRef<HTMLElement>(null)
  const last = useRef({ x: 0, y: 0 })
  const put = useCallback(() => {
    const { x, y } = last.current
    element.current?.style.setProperty('transform', `translate(${x}px, ${y}px)`)
  }, [])
  const ghost = useCallback(
    (card: HTMLElement | null) => {
      element.current = card
      put()
    },
    [put],
  )
  const follow = ({ x, y, inX, inY }: Pointer) => {
    last.current = { x: x - inX, y: y - inY }
    put()
  }
  return { ghost, follow }
}

const spanX = ({ left, right }: DOMRect) => ({ start: left, end: right })
const spanY = ({ top, bottom }: DOMRect) => ({ start: top, end: bottom })

/** The lists of the stages that are shown. A narrow window shows one. */
const listsOf = (board: HTMLElement) =>
  [...board.querySelectorAll<HTMLElement>('[data-list]')].filter((list) => list.offsetParent !== null)

function listAt(board: HTMLElement, x: number): HTMLElement | undefined {
  const lists = listsOf(board)
  return lists[
    nearest(
      x,
      lists.map((list) => spanX(list.getBoundingClientRect())),
    )
  ]
}

function scrollEdges(board: HTMLElement, { x, y }: Pointer): void {
  board.scrollLeft += edgeSpeed(x, spanX(board.getBoundingClientRect()))
  const list = listAt(board, x)
  if (list) list.scrollTop += edgeSpeed(y, spanY(list.getBoundingClientRect()))
}

/** The drag with the place under the pointer. */
function landing(drag: Drag, { board, rowHeight }: Options, { x, y, inY }: Pointer): Drag {
  const list = board.current && listAt(board.current, x)
  const column = drag.columns.find(({ stage }) => stage.id === list?.dataset.list)
  if (!list || !column) return drag
  const top = y - inY - list.getBoundingClientRect().top + list.scrollTop
  const place = placeAt(top, rowHeight, othersIn(column, drag.job.id).length, isCut(column))
  const stageId = column.stage.id
  return stageId === drag.stageId && place === drag.place ? drag : { ...drag, stageId, place }
}
