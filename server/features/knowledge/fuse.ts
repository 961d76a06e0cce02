/**
 * Makes the first places of a list count more than the later ones. Less of it than is usual: what the words put first is
 * seldom wrong, and with much of it two middling places outweigh a first one.
 */
const damping = 10

export type Fused<T> = { item: T; score: number }

export type Ranking<T> = { items: T[]; weight: number }

/** Joins ranked lists by reciprocal rank, the best first; of equal ones, the one that the earlier list put first. */
export function fuse<T>(lists: Ranking<T>[]): Fused<T>[] {
  const scores = new Map<T, number>()
  for (const { items, weight } of lists) {
    for (const [rank, item] of items.entries())
      scores.set(item, (scores.get(item) ?? 0) + weight / (damping + rank + 1))
  }
  return [...scores].map(([item, score]) => ({ item, score })).sort((one, other) => other.score - one.score)
}
