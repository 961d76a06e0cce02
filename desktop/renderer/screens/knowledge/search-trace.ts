import type { SearchAnswer } from '../../../../shared/knowledge.ts'

type Scored = { id: string; score: number; relevance?: number }

/** A stage of a search, with its ranked passages. */
export type Stage = { name: string; passages: Scored[] }

/** A search's trace by kind: stages with passages, notes, figures, and the duration of each stage. */
export type ParsedTrace = {
  stages: Stage[]
  notes: { name: string; texts: string[] }[]
  figures: [name: string, value: number][]
  times: [name: string, ms: number][]
}

const isScored = (one: unknown): one is Scored =>
  typeof one === 'object' && one !== null && 'id' in one && 'score' in one && typeof one.score === 'number'

/** Parses a trace by its structure, so that stages of a newer server are shown too. */
export function readTrace(trace: SearchAnswer['trace']): ParsedTrace {
  const entries: [string, unknown][] = Object.entries(trace)
  const parsed: ParsedTrace = { stages: [], notes: [], figures: [], times: [] }
  for (const [name, value] of entries) {
    if (name === 'ms') parsed.times = Object.entries(trace.ms)
    else if (typeof value === 'number') parsed.figures.push([name, value])
    else if (Array.isArray(value) && value.length > 0) {
      if (value.every(isScored)) parsed.stages.push({ name, passages: value })
      else parsed.notes.push({ name, texts: value.map(textOf) })
    } else if (typeof value === 'string' && value !== '') parsed.notes.push({ name, texts: [value] })
  }
  return parsed
}

/** Such as `repair → repairs`, for a note that is more than a text. */
const textOf = (one: unknown): string =>
  typeof one === 'object' && one !== null ? Object.values(one).map(String).join(' → ') : String(one)

/** The stages that found a passage, and its rank in each, from 1. */
export const placesOf = (id: string, stages: Stage[]): { name: string; place: number }[] =>
  stages.flatMap(({ name, passages }) => {
    const at = passages.findIndex((passage) => passage.id === id)
    return at < 0 ? [] : [{ name, place: at + 1 }]
  })

/** How much of the question a passage covers, between 0 and 1; undefined if unknown. */
export const relevanceOf = (id: string, { fused }: SearchAnswer['trace']): number | undefined =>
  fused.find((passage) => passage.id === id)?.relevance

/** Whether a passage is good enough to answer from. */
export function isGood(id: string, trace: SearchAnswer['trace']): boolean {
  const relevance = relevanceOf(id, trace)
  return relevance !== undefined && relevance >= trace.threshold
}
