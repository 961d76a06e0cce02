import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Job } from './plan.ts'
import type { Outcome } from './reporter.ts'

const running = new Set<ChildProcess>()

/**
 * Three more workers than processors, which would otherwise idle while tests wait for databases, servers and browsers.
 * More of them make the run hardly shorter, but each test slower, until limits of time are missed.
 */
const workers = Math.min(availableParallelism() + 3, 6)

/**
 * Runs the files of passes at the same time. Vitest's own output goes to standard output.
 * @param groups each has its own Vitest and its share of the workers
 * @param folder where the reports are written
 * @param environment added to this process's own environment for the tests
 * @param more further arguments of Vitest; without a reporter it prints nothing
 * @returns the outcome of each
 */
export async function runTogether(
  groups: Job[][],
  folder: string,
  environment: Record<string, string>,
  more: string[] = ['--reporter=default'],
): Promise<{ job: Job; outcome: Outcome }[]> {
  // The last group has more to do.
  const share = (at: number) => Math.floor((workers + at) / groups.length)
  return (await Promise.all(groups.map((jobs, at) => runVitest(jobs, folder, environment, share(at), more)))).flat()
}

async function runVitest(
  jobs: Job[],
  folder: string,
  environment: Record<string, string>,
  workers: number,
  more: string[],
) {
  const files = new Set(jobs.flatMap((job) => job.files))
  const options = jobs.flatMap(({ pass }) => ['--project', pass.name])
  options.push(`--maxWorkers=${workers}`, '--reporter=./test/support/reporter.ts')
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...options, ...more, ...files], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...environment, TEST_REPORTS: folder },
    // The leader of its own process group, so that everything that a broken test left running can be ended with it.
    detached: true,
  })
  running.add(child)
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
  endGroup(child)
  running.delete(child)
  return readReports(jobs, folder, exitCode)
}

function readReports(jobs: Job[], folder: string, exitCode: number | null) {
  const read = (name: string): Outcome | undefined => {
    const file = join(folder, `${name}.json`)
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
  }
  const reports = jobs.map((job) => ({ job, report: read(job.pass.name) }))
  // The exit code matters only if no report contains a failure.
  const code = reports.some(({ report }) => report && report.failed > 0) ? 0 : exitCode
  return reports.map(({ job, report }) => ({ job, outcome: outcomeOfRun(report, code) }))
}

/** @param exitCode null if a signal ended Vitest */
export function outcomeOfRun(report: Outcome | undefined, exitCode: number | null): Outcome {
  const { passed = 0, failed = 0, failures = [], wavered = [] } = report ?? {}
  if (report && (failed > 0 || exitCode === 0)) return report
  const fault = report ? 'outside of any test' : 'without a report'
  return { passed, failed: 1, failures: [...failures, `the run ended ${fault}, exit code ${exitCode}`], wavered }
}

/** Ends what is running, with everything that it started. */
export function stopVitest() {
  for (const child of running) endGroup(child)
}

function endGroup(child: ChildProcess) {
  try {
    process.kill(-child.pid!, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
