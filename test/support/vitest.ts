import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Job } from './plan.ts'
import { type Outcome, readReport } from './report.ts'

let running: ChildProcess | undefined

/**
 * Runs the files of one pass; Vitest's own account goes to standard output.
 * @param folder where the report is written
 * @param environment what the tests find beside this process's own environment
 */
export async function runVitest(job: Job, folder: string, environment: Record<string, string>): Promise<Outcome> {
  const report = join(folder, `${job.pass.name}.json`)
  const options = ['--project', job.pass.name, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...options, ...job.files], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...environment },
    // The leader of a group of its own, so that whatever a broken test left running can be ended with it.
    detached: true,
  })
  running = child
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
  endGroup(child)
  running = undefined
  return readReport(report, exitCode)
}

/** Ends the pass that is running, with everything that it started. */
export function stopVitest() {
  if (running) endGroup(running)
}

function endGroup(child: ChildProcess) {
  try {
    process.kill(-child.pid!, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
