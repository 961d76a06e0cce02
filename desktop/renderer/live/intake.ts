/**
 * Batches a stream: the first item immediately, later ones together, so that a burst costs no more than a few.
 * @param every minimum time between two batches in milliseconds
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
