/** Makes the first places of a list count much more than the later ones, but not so much that one list decides alone. */
const damping = 60

export type Fused<T> = { item: T; score: number }

/** Joins ranked lists by reciprocal rank, the best first; of equal ones, the one that the earlier list put first. */
export function fuse<T>(lists: T[][]): Fused<T>[] {
  const scores = new Map<T, number>()
  for (const list of lists) {
    for (const [rank, item] of list.entries()) scores.set(item, (scores.get(item) ?? 0) + 1 / (damping + rank + 1))
  }
  return [...scores].map(([item, score]) => ({ item, score })).sort((one, other) => other.score - one.score)
}
