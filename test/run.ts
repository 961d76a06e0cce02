/**
 * Runs the tests: `npm test` (all on Node), `npm test -- labels` (files whose paths contain the word), `npm test --
 * --pass=server` (one pass; `--pass=deno` means both with that prefix, `--pass=all` all). The last line on standard
 * output is `N passed, N failed`.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { provide } from './support/machine.ts'
import { groupsOf, type Job, partsFor, planJobs, withhold } from './support/plan.ts'
import { type PostgresServer, startPostgres } from './support/postgres.ts'
import type { FileTime, Outcome } from './support/reporter.ts'
import { scratch } from './support/scratch.ts'
import { runTogether, stopVitest } from './support/vitest.ts'

const { values, positionals } = parseArgs({
  options: { pass: { type: 'string', multiple: true, default: [] } },
  allowPositionals: true,
})

/** How many of the longest files are listed. */
const listed = 20

let interrupted = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    interrupted = true
    stopVitest()
  })
}

const planned = planJobs(values.pass, positionals)
const { jobs, withheld } = withhold(planned, provide(partsFor(planned)))
const outcome = await runAll(jobs)
for (const line of outcome.wavered) console.log(`passed when it was tried again: ${line}`)
for (const line of outcome.failures) console.log(`failed: ${line}`)
if (planned.length === 0) console.log('no test file matches')
if (withheld.length > 0) console.log(`did not run: ${withheld.join('; ')}`)
console.log(`${outcome.passed} passed, ${outcome.failed} failed`)
const complete = planned.length > 0 && withheld.length === 0
process.exitCode = interrupted ? 130 : complete && outcome.failed === 0 ? 0 : 1

async function runAll(jobs: Job[]): Promise<Outcome> {
  // Files that tests leave in the temporary folder are deleted with this one. With the server's permissions, Deno reads
  // nothing below /dev.
  const hasDeno = jobs.some((job) => job.pass.runtime === 'deno')
  const folder = mkdtempSync(join(hasDeno ? tmpdir() : scratch(), 'frontdesk-test-'))
  let postgres: PostgresServer | undefined
  try {
    if (jobs.some((job) => job.pass.database === 'server'))
      postgres = await startPostgres({ settings: { max_connections: '300' } })
    return await runGroups(jobs, folder, { TMPDIR: folder, ...(postgres && { TEST_DATABASE_URL: postgres.url }) })
  } finally {
    await postgres?.stop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

type Time = FileTime & { pass: string }

/** How long the files of these passes took. */
function timesOf(outcomes: { job: Job }[], folder: string): Time[] {
  return outcomes.flatMap(({ job: { pass } }) => {
    const file = join(folder, `${pass.name}.times.json`)
    const all: FileTime[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
    return all.map((one) => ({ ...one, pass: pass.name }))
  })
}

/** The files that took longest, with their passes. */
function longestOf(times: Time[]): string[] {
  const sorted = times.toSorted((one, other) => other.milliseconds - one.milliseconds)
  return sorted
    .slice(0, listed)
    .map(({ file, pass, milliseconds }) => `${basename(file)} [${pass}] ${seconds(milliseconds)}`)
}

function seconds(milliseconds: number): string {
  return `${Math.round(milliseconds / 1000)} s`
}

async function runGroups(jobs: Job[], folder: string, environment: Record<string, string>): Promise<Outcome> {
  const total: Outcome = { passed: 0, failed: 0, failures: [], wavered: [] }
  const started = performance.now()
  const outcomes = await runTogether(groupsOf(jobs), folder, environment)
  const times = timesOf(outcomes, folder)
  for (const { job, outcome } of outcomes) {
    const { passed, failed, failures, wavered } = outcome
    const spent = times.filter(({ pass }) => pass === job.pass.name).reduce((sum, one) => sum + one.milliseconds, 0)
    console.log(`${job.pass.name}: ${passed} of ${passed + failed}, its files took ${seconds(spent)} together`)
    total.passed += passed
    total.failed += failed
    total.failures.push(...failures.map((line) => `[${job.pass.name}] ${line}`))
    total.wavered.push(...wavered.map((line) => `[${job.pass.name}] ${line}`))
  }
  console.log(`in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  console.log(`longest: ${longestOf(times).join(', ')}\n`)
  return total
}
