import type { SearchAnswer } from '../../../../shared/knowledge.ts'

type Scored = { id: string; score: number; relevance?: number }

/** A step of a search, with the passages in the order in which it had them. */
export type Stage = { name: string; passages: Scored[] }

/** What a search says of itself, by kind: steps with passages, notes in words, figures, and how long each step took. */
export type Told = {
  stages: Stage[]
  notes: { name: string; texts: string[] }[]
  figures: [name: string, value: number][]
  times: [name: string, ms: number][]
}

const isScored = (one: unknown): one is Scored =>
  typeof one === 'object' && one !== null && 'id' in one && 'score' in one && typeof one.score === 'number'

/** Reads a trace by what stands in it, so that a step that a later server adds is shown too. */
export function readTrace(trace: SearchAnswer['trace']): Told {
  const entries: [string, unknown][] = Object.entries(trace)
  const told: Told = { stages: [], notes: [], figures: [], times: [] }
  for (const [name, value] of entries) {
    if (name === 'ms') told.times = Object.entries(trace.ms)
    else if (typeof value === 'number') told.figures.push([name, value])
    else if (Array.isArray(value) && value.length > 0) {
      if (value.every(isScored)) told.stages.push({ name, passages: value })
      else told.notes.push({ name, texts: value.map(textOf) })
    } else if (typeof value === 'string' && value !== '') told.notes.push({ name, texts: [value] })
  }
  return told
}

/** Such as `repair → repairs`, where a step tells of more than a text. */
const textOf = (one: unknown): string =>
  typeof one === 'object' && one !== null ? Object.values(one).map(String).join(' → ') : String(one)

/** In which steps a passage was found, and at which place of each, from 1. */
export const placesOf = (id: string, stages: Stage[]): { name: string; place: number }[] =>
  stages.flatMap(({ name, passages }) => {
    const at = passages.findIndex((passage) => passage.id === id)
    return at < 0 ? [] : [{ name, place: at + 1 }]
  })

/** How much of the question a passage holds, between 0 and 1; undefined where that is not told. */
export const relevanceOf = (id: string, { fused }: SearchAnswer['trace']): number | undefined =>
  fused.find((passage) => passage.id === id)?.relevance

/** Whether a passage is good enough to answer from. */
export function isGood(id: string, trace: SearchAnswer['trace']): boolean {
  const relevance = relevanceOf(id, trace)
  return relevance !== undefined && relevance >= trace.threshold
}
