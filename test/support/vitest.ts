import { type ChildProcess, spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Job } from './plan.ts'
import { type Outcome, readReport } from './report.ts'

const running = new Set<ChildProcess>()

/** Two workers more than processors: these would idle while tests wait for databases, servers and browsers. */
const workers = Math.min(availableParallelism() + 2, 6)

/**
 * Runs the files of passes, all at once; Vitest's own account goes to standard output.
 * @param groups each has a Vitest of its own, and its share of the workers
 * @param folder where the reports are written
 * @param environment what the tests find beside this process's own environment
 * @param more of Vitest's command line; without a reporter it says nothing
 * @returns the outcome of each
 */
export async function runTogether(
  groups: Job[][],
  folder: string,
  environment: Record<string, string>,
  more: string[] = ['--reporter=default'],
): Promise<{ job: Job; outcome: Outcome }[]> {
  const share = Math.ceil(workers / groups.length)
  return (await Promise.all(groups.map((jobs) => runVitest(jobs, folder, environment, share, more)))).flat()
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
    // The leader of a group of its own, so that whatever a broken test left running can be ended with it.
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
  const read = (exitCode: number | null) =>
    jobs.map((job) => ({ job, outcome: readReport(join(folder, `${job.pass.name}.json`), exitCode) }))
  const told = read(0)
  // How the run ended says something of a pass only where none of them told what failed.
  return told.some(({ outcome }) => outcome.failed > 0) ? told : read(exitCode)
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
