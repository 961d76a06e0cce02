import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Within this distance, a line of text, the column counts as scrolled to the end. */
const nearEnd = 40

export type Follow = {
  scroller: RefObject<HTMLDivElement | null>
  content: RefObject<HTMLDivElement | null>
  /** Whether the end is visible. */
  atEnd: boolean
  toEnd(): void
}

/**
 * Keeps a column scrolled to its end if the reader is there. Otherwise keeps what they read in place when rows are
 * added above.
 * @param first identifies the first rendered row: another one means that rows were added above
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
    /** Scrolls to the end. */
    go(box: Box) {
      following = true
      box.scrollTop = box.scrollHeight
      settle(box)
    },
    /** Takes over the scroll position. @returns whether that is the end */
    look(box: Box): boolean {
      following = isNear(box)
      return settle(box)
    },
    /**
     * Also false if the reader just scrolled up: its event comes a frame later, and what is added before would scroll
     * them back.
     */
    isFollowed: (box: Box): boolean => following && (box.scrollTop >= left || isNear(box)),
  }
}

type End = ReturnType<typeof createEnd>

/** Rows added above move what is being read down by their height, so the column is scrolled by as much. */
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
