import { type RefObject, useEffect, useRef } from 'react'

/** What a press becomes. */
export type Gesture = {
  begin(): void
  move(x: number, y: number): void
  /** Also called if the press was no drag. */
  end(how: 'dropped' | 'cancelled' | 'nothing'): void
}

/** A pointer that moved less than this, in pixels, still clicks. */
const slack = 6
/** A touch that rests this long drags, in milliseconds. Earlier, it scrolls. */
const restsFor = 350

type Press = Pick<PointerEvent, 'pointerId' | 'pointerType' | 'clientX' | 'clientY'>

/** Follows a press until the pointer is released. Escape cancels it. @returns a function that cancels it */
export function followPress({ pointerId, pointerType, clientX, clientY }: Press, gesture: Gesture): () => void {
  const isTouch = pointerType === 'touch'
  const over = new AbortController()
  const { signal } = over
  let isDrag = false
  const begin = () => {
    isDrag = true
    gesture.begin()
  }
  const timer = isTouch ? setTimeout(begin, restsFor) : undefined
  const finish = (how: 'dropped' | 'cancelled') => {
    if (signal.aborted) return
    clearTimeout(timer)
    over.abort()
    gesture.end(isDrag ? how : 'nothing')
  }
  const moved = ({ clientX: x, clientY: y }: PointerEvent) => {
    const isFar = Math.hypot(x - clientX, y - clientY) > slack
    if (!isDrag && isFar && isTouch) return finish('cancelled')
    if (!isDrag && isFar) begin()
    if (isDrag) gesture.move(x, y)
  }
  const ofPointer = (handle: (event: PointerEvent) => void) => (event: PointerEvent) => {
    if (event.pointerId === pointerId) handle(event)
  }
  const cancel = () => finish('cancelled')
  addEventListener('pointermove', ofPointer(moved), { signal })
  addEventListener(
    'pointerup',
    ofPointer(() => {
      if (isDrag) preventClick()
      finish('dropped')
    }),
    { signal },
  )
  addEventListener('pointercancel', ofPointer(cancel), { signal })
  addEventListener('blur', cancel, { signal })
  // The browser's own dragging of links, and its menu after a long press.
  addEventListener('dragstart', (event) => event.preventDefault(), { signal })
  addEventListener('contextmenu', (event) => isTouch && event.preventDefault(), { signal })
  const key = (event: KeyboardEvent) => {
    if (!isDrag) return
    // No other key does something during a drag.
    event.preventDefault()
    event.stopPropagation()
    if (event.key !== 'Escape') return
    cancel()
    // The pointer is still pressed.
    addEventListener('pointerup', preventClick, { once: true })
  }
  addEventListener('keydown', key, { signal, capture: true })
  return cancel
}

/** Releasing the pointer after a drag would open what was dragged. */
function preventClick(): void {
  const stop = (event: MouseEvent) => {
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('click', stop, { capture: true, once: true })
  setTimeout(() => removeEventListener('click', stop, { capture: true }))
}

/** A touch that drags must not scroll, which only a listener that is not passive can prevent. */
export function useTouchStop(inside: RefObject<HTMLElement | null>, isOn: boolean): void {
  const on = useRef(isOn)
  on.current = isOn
  useEffect(() => {
    const element = inside.current
    const stop = (event: TouchEvent) => {
      if (on.current && event.cancelable) event.preventDefault()
    }
    element?.addEventListener('touchmove', stop, { passive: false })
    return () => element?.removeEventListener('touchmove', stop)
  }, [inside])
}

/** Runs something in each frame, from `start` to `stop`. */
export function everyFrame(run: () => void) {
  let frame = 0
  const next = () => {
    run()
    frame = requestAnimationFrame(next)
  }
  return {
    start() {
      frame = requestAnimationFrame(next)
    },
    stop: () => cancelAnimationFrame(frame),
  }
}
