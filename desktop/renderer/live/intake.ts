/**
 * Hands on what comes in bunches: the first of it at once, and what comes close behind together, so that a flood costs no
 * more than a trickle.
 * @param every milliseconds between two bunches, at least
 */
export function createIntake<T>(take: (bunch: T[]) => void, every: number): { add(item: T): void; clear(): void } {
  let waiting: T[] = []
  let resting: ReturnType<typeof setTimeout> | undefined
  const hand = () => {
    resting = undefined
    if (waiting.length === 0) return
    const bunch = waiting
    waiting = []
    resting = setTimeout(hand, every)
    take(bunch)
  }
  return {
    add(item) {
      waiting.push(item)
      if (resting === undefined) hand()
    },
    clear() {
      waiting = []
      clearTimeout(resting)
      resting = undefined
    },
  }
}
