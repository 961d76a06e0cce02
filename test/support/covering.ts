import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import type { Hits } from './hits.ts'
import type { Mutation } from './mutations.ts'
import { type Job, planJobs } from './plan.ts'
import { probeAround, probesOf, withProbes } from './probes.ts'
import { runTogether } from './vitest.ts'

/** A file of tests in a pass that executes what is asked for, and how long it takes. */
export type Covering = { pass: string; file: string; milliseconds: number }

/** Which tests enter what of the source. `texts` are the hashes of the sources that they entered. */
export type Coverage = { texts: Record<string, string>; hits: Hits[] }

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

/**
 * Runs these passes once, in a copy of the tree (the working directory) whose sources report what is entered. Files of tests
 * that fail there are left out: they would take every mutation for wrong.
 */
export async function measureCoverage(
  sources: string[],
  passes: Record<string, string[]>,
  environment: Record<string, string>,
): Promise<Coverage> {
  const texts = Object.fromEntries(sources.map((path) => [path, readFileSync(path, 'utf8')]))
  const folder = mkdtempSync(join(process.cwd(), 'hits-'))
  try {
    for (const [path, text] of Object.entries(texts)) writeFileSync(path, withProbes(path, text))
    const failed = new Set<string>()
    for (const [pass, filters] of Object.entries(passes)) {
      const jobs = planJobs([pass], filters).filter((job) => job.pass.name === pass)
      const outcomes = await runTogether([jobs], folder, { ...environment, TEST_HITS: folder }, ['--retry=0'])
      for (const line of outcomes.flatMap(({ outcome }) => outcome.failures)) failed.add(fileOf(line))
    }
    const hits = readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Hits | { testResults: unknown })
      .filter((found) => 'ids' in found)
      .map((found) => ({ ...found, file: relative(process.cwd(), found.file) }))
      .filter(({ file }) => !failed.has(file))
    return { texts: Object.fromEntries(Object.entries(texts).map(([path, text]) => [path, hashOf(text)])), hits }
  } finally {
    for (const [path, text] of Object.entries(texts)) writeFileSync(path, text)
    rmSync(folder, { recursive: true, force: true })
  }
}

const fileOf = (failure: string) => relative(process.cwd(), failure.split(/ > |: /)[0] ?? '')

/** Keeps a measurement from one run to the next, as it takes minutes. */
export async function keptCoverage(file: string, measure: () => Promise<Coverage>): Promise<Coverage> {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Coverage
  const coverage = await measure()
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(coverage))
  return coverage
}

/**
 * The files of tests that execute the place of a mutation, where the source is as it was measured; then those that execute
 * anything of its file, and those named after it: what runs when a file is read counts for the first alone that a worker runs.
 * Of each, those in one process come first, then those that are named after the source, then the quickest.
 */
export function coveringOf({ texts, hits }: Coverage, { path, start }: Mutation, source: string): Covering[] {
  const place = texts[path] === hashOf(source) ? probeAround(probesOf(path, source), start) : undefined
  const turnOf = (one: Hits) => {
    if (place && one.ids.includes(place.id)) return 1
    if (one.ids.some((id) => id.startsWith(`${path}@`))) return 2
    return isNamedAfter(one, path) ? 3 : undefined
  }
  return hits
    .map(({ pass, file, milliseconds, ids }) => ({
      turn: turnOf({ pass, file, milliseconds, ids }),
      pass,
      file,
      milliseconds,
    }))
    .filter(({ turn }) => turn !== undefined)
    .sort(
      (a, b) =>
        Number(isOutside(a)) - Number(isOutside(b)) ||
        (a.turn ?? 0) - (b.turn ?? 0) ||
        Number(isNamedAfter(b, path)) - Number(isNamedAfter(a, path)) ||
        a.milliseconds - b.milliseconds,
    )
    .map(({ pass, file, milliseconds }) => ({ pass, file, milliseconds }))
}

/** Whether a file of tests is named after a source or its folder: of the many that execute it, that one is about it. */
function isNamedAfter({ file }: Pick<Covering, 'file'>, path: string): boolean {
  const [folder = '', name = ''] = path
    .replace(/\.tsx?$/, '')
    .split('/')
    .slice(-2)
  return [folder, name].some((word) => word !== 'core' && basename(file).includes(word))
}

/** What starts programs and browsers comes last: what these run has to be built anew before. */
export const isOutside = ({ pass }: Pick<Covering, 'pass'>): boolean => pass.startsWith('node-')

/** The jobs of some files of tests, a job for each pass. */
export function jobsOf(some: Covering[]): Job[] {
  const byPass = Map.groupBy(some, ({ pass }) => pass)
  return [...byPass].flatMap(([pass, files]) =>
    planJobs(
      [pass],
      files.map(({ file }) => file),
    ).filter((job) => job.pass.name === pass),
  )
}
