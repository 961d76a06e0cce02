import type { RefObject } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'

const bottomPx = 60
const gapPx = 12

type Followed = {
  /** The part that scrolls. */
  scroller: RefObject<HTMLDivElement | null>
  /** Something came while the reader is elsewhere. */
  hasNewer: boolean
  onScroll: () => void
  toEnd: () => void
}

/**
 * Keeps the end of a conversation in sight for as long as the reader is there. A long answer of the assistant is read from
 * its first line: it is followed no further than until what `[data-anchor]` marks stands at the top.
 * @param last tells the newest message from the one before
 * @param isOwn the visitor wrote it, and so wants to see it
 */
export function useFollow(last: string | undefined, isOwn: boolean): Followed {
  const scroller = useRef<HTMLDivElement>(null)
  const follows = useRef(true)
  const seen = useRef(last)
  const place = useRef(0)
  const [hasNewer, setNewer] = useState(false)
  const settle = () => {
    place.current = scroller.current!.scrollTop
    follows.current = isAtEnd(scroller.current!)
    if (follows.current) setNewer(false)
  }
  const toEnd = () => {
    follows.current = true
    scroller.current!.scrollTop = scroller.current!.scrollHeight
    place.current = scroller.current!.scrollTop
    setNewer(false)
  }
  // The browser tells of the scrolling done here as well, when more may have come below: the reader did not leave the end.
  const onScroll = () => void (scroller.current!.scrollTop !== place.current && settle())
  // After each drawing, whatever of it changed: before it is painted, when the browser lays it out in any case.
  useLayoutEffect(() => {
    const frame = requestAnimationFrame(() => {
      const isNew = last !== seen.current
      seen.current = last
      if (isNew && isOwn) toEnd()
      else if (follows.current) follow(scroller.current!, settle)
      if (isNew && !isOwn && !isAtEnd(scroller.current!)) setNewer(true)
    })
    return () => cancelAnimationFrame(frame)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: it observes the same element from beginning to end
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => follows.current && toEnd())
    observer.observe(scroller.current!)
    return () => observer.disconnect()
  }, [])
  return { scroller, hasNewer, onScroll, toEnd }
}

function follow(root: HTMLElement, settle: () => void) {
  const anchors = root.querySelectorAll<HTMLElement>('[data-anchor]')
  const anchor = anchors[anchors.length - 1]
  root.scrollTop = Math.min(root.scrollHeight, anchor ? topOf(root, anchor) : Number.POSITIVE_INFINITY)
  settle()
}

/** How far down an element comes to stand at the top; of a long question its last lines. */
function topOf(root: HTMLElement, anchor: HTMLElement) {
  const top = root.scrollTop + anchor.getBoundingClientRect().top - root.getBoundingClientRect().top - gapPx
  return top + Math.max(0, anchor.offsetHeight - root.clientHeight / 3)
}

const isAtEnd = (root: HTMLElement) => root.scrollHeight - root.scrollTop - root.clientHeight < bottomPx
