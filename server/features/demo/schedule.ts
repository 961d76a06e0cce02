import { answered } from './past/answered.ts'
import { callbacks } from './past/callbacks.ts'
import { handedOver } from './past/handed-over.ts'
import { recent } from './past/recent.ts'
import type { Story } from './past/story.ts'
import { unanswered } from './past/unanswered.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const days = 42
/** Everything in a story must have ended this long before the demo begins, because newer events notify the team. */
export const gapBefore = 15 * minute

export type Scheduled = { story: Story; at: number; random: () => number }

/** All stories with times before `end`, oldest first; the same for the same end. */
export const schedule = (end: number): Scheduled[] =>
  stories
    .map((story, place) => {
      const random = randomFrom(place + 1)
      return { story, at: timeOf(story, end, random), random }
    })
    .sort((one, other) => one.at - other.at)

/** A time in the last six weeks, during the day; later times are more likely. */
function timeOf({ ago }: Story, end: number, random: () => number): number {
  if (ago !== undefined) return end - ago * minute
  const back = Math.ceil(days * (1 - random() ** 0.8))
  const midnight = end - (end % day) - back * day
  return midnight + Math.round(8 * hour + random() * 12 * hour)
}

/** Pseudo-random numbers between 0 and 1, the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed * 0x9e3779b9
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Seconds that a person needs to write. */
export const pauseOf = (random: () => number): number => Math.round(20 + random() * 60)

/** The whole history of the demo before somebody looks at it for the first time. */
export const stories: Story[] = [...answered, ...unanswered, ...handedOver, ...callbacks, ...recent]
