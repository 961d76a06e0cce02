import { fork } from 'node:child_process'
import { Worker } from 'node:worker_threads'
import { compileCache } from '../../core/compile-cache.ts'
import type { Created, Creation } from './create-worker.ts'
import { StartRefused, startLimitMs } from './thread.ts'

/**
 * Creates the database of an empty folder in a process that ends. It takes some hundred megabytes, of which a thread
 * would leave a part in this process.
 * @throws StartRefused with the reason, or an Error if the process ended
 */
export async function createDatabase(creation: Creation): Promise<void> {
  const worker = process.versions.deno ? inThread(creation) : inProcess(creation)
  const limit = setTimeout(worker.end, startLimitMs)
  try {
    await new Promise<void>((resolve, reject) => {
      worker.events.once('message', (message: Created) =>
        'failed' in message ? reject(new StartRefused(message.failed)) : resolve(),
      )
      worker.events.once('error', reject)
      worker.events.once('exit', (code, signal) =>
        reject(new Error(`the process that creates it ended (${signal ?? `exit code ${code}`})`)),
      )
    })
  } finally {
    clearTimeout(limit)
    worker.end()
  }
}

const program = new URL('./create-worker.ts', import.meta.url)

function inProcess(creation: Creation) {
  const child = fork(program, {
    // Without the server's environment, which contains its secrets.
    env: { NODE_COMPILE_CACHE: compileCache },
    execArgv: ['--max-semi-space-size=4'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // One that does not start reports an error.
  child.send?.(creation, () => {})
  return { events: child, end: () => void child.kill('SIGKILL') }
}

/** On Deno, the server may not start processes. */
function inThread(creation: Creation) {
  const thread = new Worker(program, { workerData: creation, execArgv: [], env: {} })
  return { events: thread, end: () => void thread.terminate() }
}
