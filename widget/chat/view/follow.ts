import type { RefObject } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'

const bottomPx = 60
const gapPx = 12

/** What is below the visible part: nothing, earlier content, or a new message. */
type Below = 'nothing' | 'more' | 'new'

type Followed = {
  /** The scrolling element. */
  scroller: RefObject<HTMLDivElement | null>
  below: Below
  onScroll: () => void
  toEnd: () => void
}

/**
 * Keeps the end of a conversation visible while the reader is there. A long answer of the assistant is read from its
 * first line, so following stops when the element marked with `[data-anchor]` reaches the top.
 * @param last identifies the newest message
 * @param isOwn whether the visitor wrote it, and thus wants to see it
 */
export function useFollow(last: string | undefined, isOwn: boolean): Followed {
  const scroller = useRef<HTMLDivElement>(null)
  const follows = useRef(true)
  const seen = useRef(last)
  const place = useRef(0)
  const [below, setBelow] = useState<Below>('nothing')
  const settle = () => {
    place.current = scroller.current!.scrollTop
    follows.current = isAtEnd(scroller.current!)
    setBelow((before) => (follows.current ? 'nothing' : before === 'new' ? 'new' : 'more'))
  }
  const toEnd = () => {
    follows.current = true
    scroller.current!.scrollTop = scroller.current!.scrollHeight
    place.current = scroller.current!.scrollTop
    setBelow('nothing')
  }
  // Our own scrolling fires this event too, possibly when content was added below: then the reader did not leave the
  // end.
  const onScroll = () => void (scroller.current!.scrollTop !== place.current && settle())
  // After each render, before painting, when the browser computes the layout anyway.
  useLayoutEffect(() => {
    const frame = requestAnimationFrame(() => {
      const isNew = last !== seen.current
      seen.current = last
      if (isNew && isOwn) toEnd()
      else if (follows.current) follow(scroller.current!, settle)
      else if (!isAtEnd(scroller.current!)) setBelow((before) => (before === 'new' ? 'new' : 'more'))
      if (isNew && !isOwn && isOutOfSight(scroller.current!)) setBelow('new')
    })
    return () => cancelAnimationFrame(frame)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: it observes the same element from beginning to end
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => follows.current && toEnd())
    observer.observe(scroller.current!)
    return () => observer.disconnect()
  }, [])
  return { scroller, below, onScroll, toEnd }
}

function follow(root: HTMLElement, settle: () => void) {
  const anchors = root.querySelectorAll<HTMLElement>('[data-anchor]')
  const anchor = anchors[anchors.length - 1]
  const goal = Math.min(root.scrollHeight, anchor ? topOf(root, anchor) : Number.POSITIVE_INFINITY)
  // Never back: a reader who scrolled to the end stays there.
  root.scrollTop = Math.max(root.scrollTop, goal)
  settle()
}

/** The scroll position at which an element is at the top; for a long question, its last lines. */
function topOf(root: HTMLElement, anchor: HTMLElement) {
  const top = root.scrollTop + anchor.getBoundingClientRect().top - root.getBoundingClientRect().top - gapPx
  return top + Math.max(0, anchor.offsetHeight - root.clientHeight / 3)
}

/** Whether the newest message begins below the visible part. */
function isOutOfSight(root: HTMLElement): boolean {
  const newest = root.querySelector('.log > :last-child')
  return !!newest && newest.getBoundingClientRect().top >= root.getBoundingClientRect().bottom
}

const isAtEnd = (root: HTMLElement) => root.scrollHeight - root.scrollTop - root.clientHeight < bottomPx
