import { useEffect, useState } from 'preact/hooks'

/**
 * Delays an appearance by one frame, because rendering both at once would block a slow processor. Disappears
 * immediately.
 */
export function useAppear(isThere: boolean): boolean {
  const [was, set] = useState(isThere)
  useEffect(() => set(isThere), [isThere])
  return isThere && was
}

/**
 * Renders one more step per frame, because rendering all at once would block a slow processor. @returns the number of
 * steps to render
 */
export function useSteps(count: number): number {
  const [drawn, draw] = useState(1)
  useEffect(() => {
    if (drawn < count) draw(drawn + 1)
  }, [drawn, count])
  return drawn
}
