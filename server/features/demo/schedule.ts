import { stories } from './past/stories.ts'
import type { Story } from './past/story.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const days = 42
/** What happens by itself in a story is over before the demo begins: what is newer is told to the team as new. */
export const gapBefore = 15 * minute

export type Scheduled = { story: Story; at: number; random: () => number }

/** All stories with their times before `end`, the oldest first: the same for the same end. */
export const schedule = (end: number): Scheduled[] =>
  stories
    .map((story, place) => {
      const random = randomFrom(place + 1)
      return { story, at: timeOf(story, end, random), random }
    })
    .sort((one, other) => one.at - other.at)

/** Some time of the last six weeks by day, the later the likelier. */
function timeOf({ ago }: Story, end: number, random: () => number): number {
  if (ago !== undefined) return end - ago * minute
  const back = Math.ceil(days * (1 - random() ** 0.8))
  const midnight = end - (end % day) - back * day
  return midnight + Math.round(8 * hour + random() * 12 * hour)
}

/** Numbers between 0 and 1, always the same for one seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed * 0x9e3779b9
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** How many seconds somebody takes to write. */
export const momentOf = (random: () => number): number => Math.round(20 + random() * 60)
