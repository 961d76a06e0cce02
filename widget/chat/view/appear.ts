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
