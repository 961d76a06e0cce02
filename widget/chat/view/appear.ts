import { useEffect, useState } from 'preact/hooks'

/**
 * Whether something is there that appears in the frame after what brings it, as both in one would hold up a slow processor.
 * It goes at once.
 */
export function useAppear(isThere: boolean): boolean {
  const [was, set] = useState(isThere)
  useEffect(() => set(isThere), [isThere])
  return isThere && was
}

/** One more step of the first drawing in each frame, as all at once would hold up a slow processor. @returns how many are drawn */
export function useSteps(count: number): number {
  const [drawn, draw] = useState(1)
  useEffect(() => {
    if (drawn < count) draw(drawn + 1)
  }, [drawn, count])
  return drawn
}
