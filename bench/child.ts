import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

/** A program of the benchmark in its own process. Its first message is its URL. */
export type Child = {
  url: string
  process: ChildProcess
  [Symbol.asyncDispose](): Promise<void>
}

/** Starts `file` of this folder. It must end when the connection to its parent ends. */
export async function startChild(file: string, args: string[] = []): Promise<Child> {
  const child = fork(new URL(file, import.meta.url), args)
  const ended = once(child, 'exit')
  const early = ended.then(([code]) => Promise.reject(new Error(`bench/${file} ended with status ${code}`)))
  const [url] = await Promise.race([once(child, 'message') as Promise<[string]>, early])
  early.catch(() => {})
  return {
    url,
    process: child,
    async [Symbol.asyncDispose]() {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}

/** Called by such a program when it is ready. */
export function notifyParent(url: string): void {
  process.send?.(url)
  process.once('disconnect', () => process.exit(0))
}
