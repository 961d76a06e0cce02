/** The goal of ours relative to the baseline: a ratio, a difference, or an absolute value. */
export type Goal = { of: 'ratio' | 'more' | 'ours'; bound: 'least' | 'most'; value: number }

/** A line of the table: what was measured, per round. `floor` is empty for an absolute goal. */
export type Line = {
  what: string
  database: string
  unit: string
  floor: number[]
  ours: number[]
  goal: Goal
}

/** What `npm run bench -- <name>` measures. Lines of one topic share servers. */
export type Row = {
  name: string
  /** Why it cannot be measured here, in a few words. */
  lacking?(): string | undefined
  measure(): Promise<Line[]>
}

/** A line as shown and stored. */
export type Result = Omit<Line, 'floor' | 'ours'> & {
  row: string
  floor: number | null
  ours: number | null
  ratio: number | null
  met: boolean | null
  rounds: { floor: number[]; ours: number[] }
}

export const rounds = 5

/**
 * Measures two things in turn, so that other load of the machine affects both equally. Every second round begins with
 * ours. All results are kept.
 */
export async function interleave<Floor, Ours>(
  floor: () => Promise<Floor>,
  ours: () => Promise<Ours>,
): Promise<{ floor: Floor[]; ours: Ours[] }> {
  const kept = { floor: [] as Floor[], ours: [] as Ours[] }
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 0) kept.floor.push(await floor())
    kept.ours.push(await ours())
    if (round % 2 === 1) kept.floor.push(await floor())
  }
  return kept
}

/** The value below which `part` of the values are, such as 0.5 for the median. */
export function quantile(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

export const median = (values: number[]): number => quantile(values, 0.5)

/** The medians over the rounds, the ratio as the median of each round's ratio, and whether the goal is met. */
export function resultOf(row: string, { floor, ours, ...line }: Line): Result {
  const compared = floor.length > 0
  const shown = { floor: compared ? median(floor) : null, ours: median(ours) }
  const ratio = compared ? median(ours.map((value, round) => value / (floor[round] ?? Number.NaN))) : null
  const values = { ratio: ratio ?? Number.NaN, more: shown.ours - (shown.floor ?? 0), ours: shown.ours }
  const { of, bound, value } = line.goal
  const met = bound === 'least' ? values[of] >= value : values[of] <= value
  return { row, ...line, ...shown, ratio, met, rounds: { floor, ours } }
}
