import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

/** A program of the bench in a process of its own; its first message is the address where it answers. */
export type Child = {
  url: string
  process: ChildProcess
  [Symbol.asyncDispose](): Promise<void>
}

/** Starts `file` of this folder. It is expected to end when the connection to its parent does. */
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

/** What such a program does when it is ready. */
export function tellParent(url: string): void {
  process.send?.(url)
  process.once('disconnect', () => process.exit(0))
}
