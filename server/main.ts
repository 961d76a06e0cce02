import * as nodeModule from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { compileCache, keepCompiled } from './core/compile-cache.ts'
import type { Running } from './serve.ts'

nodeModule.enableCompileCache?.(compileCache)
// V8 interprets a pattern at first, which took the large ones of a person's wish three times as long as compiling them.
// Deno takes the flag only from its command line.
setFlagsFromString('--no-regexp-tier-up')
const [{ start }, { ConfigError }] = await Promise.all([import('./serve.ts'), import('./config.ts')])

function stopOnSignal({ stop, replaced }: Running): void {
  let stopping = false
  const end = (status: number) => {
    // npm forwards a terminal's signal although the server received it already.
    if (stopping) return
    stopping = true
    stop().then(
      () => process.exit(status),
      (error) => {
        process.stderr.write(`${(error as Error).message}\n`)
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', () => end(0))
  process.on('SIGINT', () => end(0))
  replaced.then((reason) => {
    process.stderr.write(`The server stops because its database has changed: ${reason}. Start it again.\n`)
    end(1)
  })
}

start().then(
  (running) => {
    stopOnSignal(running)
    keepCompiled()
  },
  (error) => {
    const lines = error instanceof ConfigError ? error.lines : [(error as Error).message]
    for (const line of lines) process.stderr.write(`${line}\n`)
    process.exit(1)
  },
)
