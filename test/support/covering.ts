import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import type { Hits } from './hits.ts'
import type { Mutation } from './mutations.ts'
import { type Job, planJobs } from './plan.ts'
import { probeAround, probesOf, withProbes } from './probes.ts'
import { runTogether } from './vitest.ts'

/** A test file in a pass that executes some code, and its duration. */
export type Covering = { pass: string; file: string; milliseconds: number }

/** Which tests execute which parts of the source. `texts` are the hashes of the sources that were measured. */
export type Coverage = { texts: Record<string, string>; hits: Hits[] }

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

/**
 * Runs these passes once, in a copy of the tree (the working directory) whose sources report what is executed. Test
 * files that fail there are left out, because they would count as noticing every mutation.
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
      for (const line of outcomes.flatMap(({ outcome }) => outcome.failures)) {
        console.log(`not counted, because it failed: ${line}`)
        failed.add(fileOf(line))
      }
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

/** Keeps a measurement for later runs, because it takes minutes. */
export async function keptCoverage(file: string, measure: () => Promise<Coverage>): Promise<Coverage> {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Coverage
  const coverage = await measure()
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(coverage))
  return coverage
}

/**
 * The places of the measured sources that no test executes, each as `file:line text`, without those inside another.
 * @returns also how many places there are; both without sources that have changed since
 */
export function unexecutedIn({ texts, hits }: Coverage): { places: string[]; missed: number; all: number } {
  const executed = new Set(hits.flatMap(({ ids }) => ids))
  const places: string[] = []
  let [missed, all] = [0, 0]
  for (const path of Object.keys(texts)) {
    const source = readFileSync(path, 'utf8')
    if (texts[path] !== hashOf(source)) continue
    const probes = probesOf(path, source)
    const unexecuted = probes.filter(({ id }) => !executed.has(id))
    all += probes.length
    missed += unexecuted.length
    let listedTo = 0
    for (const { start, end } of unexecuted) {
      if (start < listedTo) continue
      listedTo = end
      const line = source.slice(0, start).split('\n').length
      places.push(`${path}:${line} ${source.slice(start, Math.min(end, start + 80)).replace(/\s+/g, ' ')}`)
    }
  }
  return { places, missed, all }
}

/**
 * The test files that execute the place of a mutation, if the source is as it was measured; then those that execute
 * another part of its file, and those named after it, because code that runs on import counts only for the first file
 * of a worker. In each group, files that run in the test process come first, then those named after the source, then
 * the fastest.
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

/**
 * The same without a measurement: test files that are named after the source, import it, or contain most of its
 * exported names. Misses some, so the score may be too low but never too high.
 */
export function likelyCovering(files: Omit<Covering, 'milliseconds'>[], path: string, source: string): Covering[] {
  const [folder = '', name = ''] = path
    .replace(/\.tsx?$/, '')
    .split('/')
    .slice(-2)
  const exported = [...source.matchAll(/^export (?:async )?(?:function|const|class) (\w+)/gm)].map(
    ([, word]) => word ?? '',
  )
  const rate = (file: string) => {
    const text = readFileSync(file, 'utf8')
    const imports = text.includes(`${path.split('/').slice(1).join('/')}'`) ? 100 : 0
    const named = [folder, name].filter((word) => word !== 'core' && basename(file).includes(word)).length * 20
    return imports + named + exported.filter((word) => text.includes(word)).length + Number(text.includes(name))
  }
  return files
    .map((one) => ({ ...one, milliseconds: 10_000, rating: rate(one.file) }))
    .filter(({ rating }) => rating > 0)
    .sort((a, b) => Number(isOutside(a)) - Number(isOutside(b)) || b.rating - a.rating)
    .map(({ pass, file, milliseconds }) => ({ pass, file, milliseconds }))
}

/**
 * Whether a test file is named after a source or its folder: of all files that execute the source, that one is about
 * it.
 */
function isNamedAfter({ file }: Pick<Covering, 'file'>, path: string): boolean {
  const [folder = '', name = ''] = path
    .replace(/\.tsx?$/, '')
    .split('/')
    .slice(-2)
  return [folder, name].some((word) => word !== 'core' && basename(file).includes(word))
}

/** Tests that start programs and browsers come last, because these must be rebuilt before. */
export const isOutside = ({ pass }: Pick<Covering, 'pass'>): boolean => pass.startsWith('node-')

/** The jobs for some test files, one per pass. */
export function jobsOf(some: Covering[]): Job[] {
  const byPass = Map.groupBy(some, ({ pass }) => pass)
  return [...byPass].flatMap(([pass, files]) =>
    planJobs(
      [pass],
      files.map(({ file }) => file),
    ).filter((job) => job.pass.name === pass),
  )
}
