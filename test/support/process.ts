import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { Command } from './command.ts'

/** The output of processes, line by line; several starts may share one. */
export type Lines = { stdout: string[]; stderr: string[] }

export type Running = {
  child: ChildProcess
  /** the URL in its ready line */
  url: string
  /** the exit status, once its output was read completely; null if a signal ended it */
  exit: Promise<number | null>
}

const READY_SECONDS = 150
const STOP_SECONDS = 15

const alive = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of alive) child.kill('SIGKILL')
})

/**
 * Starts a server and waits for its ready line.
 * @throws with the end of its standard error if it ends before, or is not ready within 150 seconds
 */
export async function launch(
  command: Command,
  env: Record<string, string>,
  lines: Lines,
  onStart: (pid: number) => void = () => {},
): Promise<Running> {
  const child = spawn(command.file, command.args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const exit = once(child, 'close').then(([code]) => {
    alive.delete(child)
    return code as number | null
  })
  alive.add(child)
  if (child.pid) onStart(child.pid)
  collect(child.stderr, lines.stderr)
  const late = deadline(READY_SECONDS)
  const early = exit.then((code) => Promise.reject(new Error(`it ended with status ${code}`)))
  try {
    const url = await Promise.race([readyAddress(child.stdout, lines.stdout), early, late.passed])
    return { child, url, exit }
  } catch (error) {
    await end({ child, exit }, 'SIGKILL')
    const last = lines.stderr.slice(-20).join('\n')
    throw new Error(`${[command.file, ...command.args].join(' ')} did not get ready\n${last}`, { cause: error })
  } finally {
    late.cancel()
  }
}

/** Sends the signal if the process still runs, and waits for its end. */
export async function end({ child, exit }: Omit<Running, 'url'>, signal: 'SIGTERM' | 'SIGKILL') {
  // Not child.kill(), because neither runtime reports the exit correctly after it.
  if (alive.has(child)) process.kill(child.pid!, signal)
  return exit
}

/**
 * Sends SIGTERM and returns the exit status.
 * @throws if the process has not ended after 15 seconds; it is then killed
 */
export async function stop(running: Running, lines: Lines): Promise<number | null> {
  const late = deadline(STOP_SECONDS)
  try {
    return await Promise.race([end(running, 'SIGTERM'), late.passed])
  } catch (error) {
    await end(running, 'SIGKILL')
    throw new Error(`the server did not stop\n${lines.stderr.slice(-20).join('\n')}`, { cause: error })
  } finally {
    late.cancel()
  }
}

function collect(stream: Readable, into: string[]) {
  return createInterface({ input: stream }).on('line', (line) => into.push(line))
}

function readyAddress(stream: Readable, into: string[]) {
  return new Promise<string>((resolve) => {
    collect(stream, into).on('line', (line) => {
      const address = /^ready (http:\/\/\S+)$/.exec(line)?.[1]
      if (address) resolve(address)
    })
  })
}

function deadline(seconds: number) {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`not within ${seconds} seconds`)), seconds * 1000)
  return { passed: promise, cancel: () => clearTimeout(timer) }
}
