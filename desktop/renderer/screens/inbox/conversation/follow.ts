import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Nearer than this to the end counts as at the end: a line of text. */
const nearEnd = 40

export type Follow = {
  scroller: RefObject<HTMLDivElement | null>
  content: RefObject<HTMLDivElement | null>
  /** Whether the end is in sight. */
  atEnd: boolean
  toEnd(): void
}

/**
 * Keeps a scrolling column at its end while the reader is there, and where it is while they read further up: what is added
 * above does not move what they see.
 * @param first names the uppermost row that is drawn: another one means that rows were added above
 */
export function useFollow(first: string | undefined): Follow {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const [end] = useState(createEnd)
  const [atEnd, setAtEnd] = useState(true)

  const toEnd = useCallback(() => {
    setAtEnd(true)
    if (scroller.current) end.go(scroller.current)
  }, [end])

  useEffect(() => {
    const box = scroller.current
    if (!box || !content.current) return
    const onScroll = () => setAtEnd(end.look(box))
    box.addEventListener('scroll', onScroll, { passive: true })
    const watch = new ResizeObserver(() => {
      if (end.isFollowed(box)) end.go(box)
      else onScroll()
    })
    watch.observe(content.current)
    watch.observe(box)
    return () => {
      watch.disconnect()
      box.removeEventListener('scroll', onScroll)
    }
  }, [end])

  useKeptPlace(scroller, end, first)
  return { scroller, content, atEnd, toEnd }
}

type Box = Pick<HTMLElement, 'scrollTop' | 'scrollHeight' | 'clientHeight'>

const isNear = (box: Box) => box.scrollHeight - box.scrollTop - box.clientHeight <= nearEnd

/** The end of a scrolling column, and whether the reader stays there. */
export function createEnd() {
  let following = true
  let left = 0
  const settle = (box: Box) => {
    left = box.scrollTop
    return following
  }
  return {
    /** Scrolls there. */
    go(box: Box) {
      following = true
      box.scrollTop = box.scrollHeight
      settle(box)
    },
    /** Takes in where the column was scrolled to. Answers whether that is the end. */
    look(box: Box): boolean {
      following = isNear(box)
      return settle(box)
    },
    /**
     * Not, too, where the reader just went up: the event that says so comes a frame later, and what is added before it
     * would take them back.
     */
    isFollowed: (box: Box): boolean => following && (box.scrollTop >= left || isNear(box)),
  }
}

type End = ReturnType<typeof createEnd>

/** Rows that are added above push what is read down by their height: the column is scrolled by as much. */
function useKeptPlace(scroller: RefObject<HTMLDivElement | null>, end: End, first?: string) {
  const before = useRef({ first, height: 0 })
  useLayoutEffect(() => {
    const box = scroller.current
    if (!box) return
    const grown = box.scrollHeight - before.current.height
    if (end.isFollowed(box)) end.go(box)
    else if (first !== before.current.first && grown > 0) box.scrollTop += grown
    before.current = { first, height: box.scrollHeight }
  })
}
