/**
 * Makes small changes to the source and checks whether a test fails: `npm run mutate` (200 changes of seed 1), `--
 * --seed=2`, `--range=1-40` (these of the 200), `--only=server`, `renderer` or `widget`, `--at=server/core/ids.ts:24`
 * (all changes of a file or a line; separate several with commas), `--measure` (measures again which test executes
 * what), `--unexecuted` (changes nothing, but lists what no test executes), `--unmeasured` (guesses which tests are
 * about a change). It works on a copy of the tree. A change that fails the type check does not count. The last line is
 * the score, after all changes that no test noticed.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import {
  type Coverage,
  type Covering,
  coveringOf,
  isOutside,
  jobsOf,
  keptCoverage,
  likelyCovering,
  measureCoverage,
  unexecutedIn,
} from './support/covering.ts'
import { chooseMutations, type Mutation, mutate, mutationsOf } from './support/mutations.ts'
import { planJobs } from './support/plan.ts'
import { startPostgres } from './support/postgres.ts'
import { scratch } from './support/scratch.ts'
import { runTogether, stopVitest } from './support/vitest.ts'

const total = 200
/**
 * The maximum number of test files per change, the fastest ones. What a hundred of them do not notice, more seldom do.
 */
const maxFiles = 100
/** The maximum without a measurement, because each useless one takes seconds. */
const maxGuessed = 12
/** A test that takes so much longer than usual hangs, which counts as noticing the change. */
const patience = { times: 4, milliseconds: 45_000 }

/**
 * The sources to change, their type check, and the passes that may notice a change, with their files. `golden` compare
 * much of the product with stored texts, so they always run, after the first that are about the change.
 */
type Area = {
  sources: string[]
  types: string
  passes: Record<string, string[]>
  golden: [pass: string, file: string][]
}
const areas: Record<string, Area> = {
  server: {
    sources: ['server/**/*.ts'],
    types: '.',
    passes: {
      pure: [],
      server: [],
      embedded: ['embedded', 'driver', 'vectors', 'database-lock', 'releases'],
      'node-embedded': ['outside/commands', 'outside/secret', 'outside/start', 'outside/stop', 'outside/stall'],
      'node-server': ['outside/start', 'outside/two-servers-completion'],
    },
    golden: [
      ['server', 'test/answers-past.test.ts'],
      ['server', 'test/answers-operations.test.ts'],
    ],
  },
  renderer: {
    sources: ['desktop/renderer/**/*.{ts,tsx}'],
    types: '.',
    passes: { pure: [], 'node-server': ['outside/dashboard'] },
    golden: [['node-server', 'test/outside/dashboard-screens.test.ts']],
  },
  widget: {
    sources: ['widget/**/*.{ts,tsx}'],
    types: 'widget',
    passes: { pure: ['widget'], server: ['widget-talk'], 'node-server': ['outside/widget'] },
    golden: [],
  },
}
/** Code that no probe can reach, such as a reader's process without an environment, with its tests. */
const apart: { sources: string; pass: string; files: string[] }[] = [
  { sources: 'server/features/knowledge/reading/', pass: 'pure', files: ['reading', 'pure/page', 'pure/json'] },
  { sources: 'server/features/knowledge/reading/', pass: 'server', files: ['test/files', 'test/crawl'] },
  { sources: 'desktop/renderer/alerts/worker.ts', pass: 'node-server', files: ['outside/dashboard-alerts'] },
]
/** Texts for people, and the demo's invented history. */
const left = ['**/words/**', '**/*words.ts', 'server/features/demo/past/**', '**/*.d.ts']

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    range: { type: 'string', default: `1-${total}` },
    only: { type: 'string' },
    at: { type: 'string' },
    measure: { type: 'boolean', default: false },
    unmeasured: { type: 'boolean', default: false },
    unexecuted: { type: 'boolean', default: false },
  },
})
const [from = 1, to = total] = values.range.split('-').map(Number)
const wanted = Object.entries(areas).filter(([name]) => values.only === undefined || values.only === name)
if (wanted.length === 0) throw new Error(`--only is one of ${Object.keys(areas).join(', ')}`)

type Fate = { fate: 'killed' | 'survived' | 'not executed' | 'no program'; files: number }

const cache = resolve('node_modules/.cache/frontdesk-mutate')
const tree = copyTree()
process.chdir(tree)
const postgres = await startPostgres({ settings: { max_connections: '300' } })
const environment = { TMPDIR: tree, TEST_DATABASE_URL: postgres.url }
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(130))
try {
  await run()
} finally {
  await end()
}

async function end(code = 0): Promise<void> {
  stopVitest()
  await postgres.stop()
  process.chdir(dirname(tree))
  rmSync(tree, { recursive: true, force: true, maxRetries: 5 })
  if (code > 0) process.exit(code)
}

/** Copies the working tree, the build and the packages to a new folder. */
function copyTree(): string {
  const folder = mkdtempSync(join(scratch(), 'frontdesk-mutate-'))
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  })
  for (const file of [...files.split('\0').filter(Boolean), 'dist']) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(file, join(folder, file), { recursive: true, preserveTimestamps: true })
  }
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  return folder
}

async function run(): Promise<void> {
  const coverages = new Map<string, Coverage>()
  for (const [name, { passes }] of wanted) {
    const file = join(cache, `${name}.json`)
    if (values.measure) rmSync(file, { force: true })
    if (values.unmeasured) continue
    coverages.set(name, await keptCoverage(file, () => measureCoverage(sourcesOf(name), passes, environment)))
  }
  if (values.unexecuted) return listUnexecuted(coverages)
  const all = wanted.flatMap(([name]) =>
    sourcesOf(name).flatMap((path) => mutationsOf(path, readFileSync(path, 'utf8'))),
  )
  const some = values.at ? all.filter(isAt(values.at.split(','))) : chooseMutations(all, 2 * total, Number(values.seed))
  const chosen = some
    .filter((one) => mutate(readFileSync(one.path, 'utf8'), one) !== undefined)
    .slice(0, total)
    .slice(from - 1, to)
  for (const { types } of new Set(wanted.map(([, area]) => area)))
    if (!hasTypes(types)) throw new Error(`The types of ${types} are wrong before anything is changed`)
  const golden = chosen.length > 0 ? wanted.flatMap(([, area]) => withGolden(area, [])) : []
  if (golden.length > 0 && (await fails(golden)))
    throw new Error('The kept texts differ before anything is changed, so they would notice every change')
  const counts = { killed: 0, survived: 0, 'not executed': 0, 'no program': 0 }
  const dry = { ...counts }
  const outlived: string[] = []
  for (const [at, one] of chosen.entries()) {
    const begun = performance.now()
    const [name, area] = wanted.find(([name]) => sourcesOf(name).includes(one.path)) as (typeof wanted)[number]
    const { fate, files } = await tryOne(one, area, coverages.get(name))
    counts[fate]++
    if (one.arid) dry[fate]++
    const seconds = Math.round((performance.now() - begun) / 1000)
    const line = `${from + at}. ${fate} (${files} files, ${seconds} s): ${describe(one)}`
    console.log(line)
    if (fate === 'survived' || fate === 'not executed') outlived.push(line)
  }
  console.log(['', ...outlived, ''].join('\n'))
  console.log(
    `${scoreOf(counts)}, ${counts.survived} survived, ${counts['not executed']} executed by no test; ${counts['no program']} more fail the type check`,
  )
  const fertile = Object.fromEntries(
    Object.entries(counts).map(([fate, count]) => [fate, count - dry[fate as keyof typeof dry]]),
  )
  console.log(`${scoreOf(fertile as typeof counts)} of those that change no log, size of an icon, or delay`)
}

function listUnexecuted(coverages: Map<string, Coverage>): void {
  for (const [name, coverage] of coverages) {
    const { places, missed, all } = unexecutedIn(coverage)
    console.log([...places, `${name}: no test executes ${missed} of ${all} places`, ''].join('\n'))
  }
}

function scoreOf({ killed, survived, 'not executed': unseen }: Record<Fate['fate'], number>): string {
  const tried = killed + survived + unseen
  return `${killed} of ${tried} killed (${Math.round((100 * killed) / Math.max(1, tried))} %)`
}

/** Whether a change is in one of these files or lines: `server/core/ids.ts`, `server/core/ids.ts:24`. */
function isAt(places: string[]): (one: Mutation) => boolean {
  return (one) => places.some((place) => place === one.path || place === `${one.path}:${lineOf(one)}`)
}

function lineOf({ path, start }: Mutation): number {
  return readFileSync(path, 'utf8').slice(0, start).split('\n').length
}

function sourcesOf(name: string): string[] {
  const found = globSync(areas[name]?.sources ?? [], { exclude: left }).map((path) => path.replaceAll('\\', '/'))
  return found.filter((path) => !/(^|\/)words\/|words\.ts$|\.d\.ts$/.test(path)).sort()
}

/**
 * Applies one change, runs the tests that execute it until one fails, and reverts it. A change with type errors is not
 * tried.
 */
async function tryOne(one: Mutation, area: Area, coverage: Coverage | undefined): Promise<Fate> {
  const source = readFileSync(one.path, 'utf8')
  const entered = coverage ? coveringOf(coverage, one, source) : guessed(area, one.path, source)
  const covering = withGolden(area, (entered.length > 0 ? entered : coveringApart(one.path)).slice(0, maxFiles))
  writeFileSync(one.path, mutate(source, one) as string)
  try {
    if (!hasTypes(area.types)) return { fate: 'no program', files: 0 }
    if (covering.length === 0) return { fate: 'not executed', files: 0 }
    let ran = 0
    for (const some of inGrowingParts(covering)) {
      ran += some.length
      if (await fails(some)) return { fate: 'killed', files: ran }
    }
    return { fate: 'survived', files: ran }
  } finally {
    writeFileSync(one.path, source)
  }
}

/** Whether the type check passes. A change that fails it would never reach a test. */
function hasTypes(project: string): boolean {
  const kept = join(tree, `types-${project === '.' ? 'all' : project}.json`)
  const checked = spawnSync(
    process.execPath,
    ['node_modules/typescript/bin/tsc', '-p', project, '--incremental', '--tsBuildInfoFile', kept],
    { stdio: 'ignore' },
  )
  return checked.status === 0
}

function guessed({ passes }: Area, path: string, source: string): Covering[] {
  const files = Object.entries(passes).flatMap(([name, filters]) =>
    planJobs([name], filters).flatMap(({ pass, files }) =>
      pass.name === name ? files.map((file) => ({ pass: name, file })) : [],
    ),
  )
  const likely = likelyCovering(files, path, source)
  return [false, true].flatMap((kind) => likely.filter((one) => isOutside(one) === kind).slice(0, maxGuessed))
}

/** Puts the tests that compare stored texts among the first. */
function withGolden({ golden }: Area, covering: Covering[]): Covering[] {
  const isGolden = ({ file }: Covering) => golden.some(([, name]) => name === file)
  const others = covering.filter((one) => !isGolden(one))
  const seeing = golden.map(([pass, file]) => ({ pass, file, milliseconds: 30_000 }))
  const [inside, outside] = [false, true].map((kind) => others.filter((one) => isOutside(one) === kind))
  const within = (some: Covering[] = [], kind: boolean) =>
    some.toSpliced(2, 0, ...seeing.filter((one) => isOutside(one) === kind))
  return [...within(inside, false), ...within(outside, true)]
}

function coveringApart(path: string): Covering[] {
  return apart
    .filter(({ sources }) => path.startsWith(sources))
    .flatMap(({ pass, files }) => planJobs([pass], files).filter((job) => job.pass.name === pass))
    .flatMap(({ pass, files }) => files.map((file) => ({ pass: pass.name, file, milliseconds: 30_000 })))
}

/** First two files, then four, and so on, without mixing those that need a build with others. */
function inGrowingParts(covering: Covering[]): Covering[][] {
  const parts: Covering[][] = []
  for (const kind of [false, true]) {
    const some = covering.filter((one) => isOutside(one) === kind)
    for (let size = 2; some.length > 0; size *= 2) parts.push(some.splice(0, size))
  }
  return parts
}

async function fails(some: Covering[]): Promise<boolean> {
  if (some.some(isOutside)) {
    try {
      execFileSync(process.execPath, ['build.ts', '--stale'], { stdio: 'ignore' })
    } catch {
      return true
    }
  }
  const usual = some.reduce((sum, { milliseconds }) => sum + milliseconds, 0)
  const { promise: late, resolve: giveUp } = Promise.withResolvers<'late'>()
  const timer = setTimeout(() => giveUp('late'), patience.milliseconds + patience.times * usual)
  const folder = mkdtempSync(join(tree, 'report-'))
  const running = runTogether([jobsOf(some)], folder, environment, ['--bail=1', '--retry=0'])
  const first = await Promise.race([running, late])
  clearTimeout(timer)
  if (first === 'late') stopVitest()
  const outcomes = await running
  return first === 'late' || outcomes.some(({ outcome }) => outcome.failed > 0)
}

function describe(one: Mutation): string {
  const { path, operator, start, end, text } = one
  const source = readFileSync(path, 'utf8')
  const short = (part: string) => (part.length > 60 ? `${part.slice(0, 60)}…` : part).replaceAll(/\s+/g, ' ')
  return `${path}:${lineOf(one)} ${operator}: ${short(source.slice(start, end)) || 'nothing'} → ${short(text) || 'nothing'}`
}
