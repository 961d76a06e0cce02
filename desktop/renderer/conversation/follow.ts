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
  const following = useRef(true)
  const [atEnd, setAtEnd] = useState(true)

  const toEnd = useCallback(() => {
    following.current = true
    setAtEnd(true)
    const box = scroller.current
    if (box) box.scrollTop = box.scrollHeight
  }, [])

  useEffect(() => {
    const box = scroller.current
    if (!box || !content.current) return
    const onScroll = () => {
      following.current = box.scrollHeight - box.scrollTop - box.clientHeight <= nearEnd
      setAtEnd(following.current)
    }
    box.addEventListener('scroll', onScroll, { passive: true })
    const watch = new ResizeObserver(() => {
      if (following.current) box.scrollTop = box.scrollHeight
      else onScroll()
    })
    watch.observe(content.current)
    watch.observe(box)
    return () => {
      watch.disconnect()
      box.removeEventListener('scroll', onScroll)
    }
  }, [])

  useKeptPlace(scroller, following, first)
  return { scroller, content, atEnd, toEnd }
}

/** Rows that are added above push what is read down by their height: the column is scrolled by as much. */
function useKeptPlace(scroller: RefObject<HTMLDivElement | null>, following: RefObject<boolean>, first?: string) {
  const before = useRef({ first, height: 0 })
  useLayoutEffect(() => {
    const box = scroller.current
    if (!box) return
    const grown = box.scrollHeight - before.current.height
    if (following.current) box.scrollTop = box.scrollHeight
    else if (first !== before.current.first && grown > 0) box.scrollTop += grown
    before.current = { first, height: box.scrollHeight }
  })
}
