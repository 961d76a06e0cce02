import * as nodeModule from 'node:module'
import { compileCache, keepCompiled } from './core/compile-cache.ts'

nodeModule.enableCompileCache?.(compileCache)
const [{ start }, { ConfigError }] = await Promise.all([import('./serve.ts'), import('./config.ts')])

function stopOnSignals(stop: () => Promise<void>): void {
  let stopping = false
  const end = () => {
    // npm passes a terminal's signal on although the server got it already.
    if (stopping) return
    stopping = true
    stop().then(
      () => process.exit(0),
      (error) => {
        process.stderr.write(`${(error as Error).message}\n`)
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
}

start().then(
  (stop) => {
    stopOnSignals(stop)
    keepCompiled()
  },
  (error) => {
    const lines = error instanceof ConfigError ? error.lines : [(error as Error).message]
    for (const line of lines) process.stderr.write(`${line}\n`)
    process.exit(1)
  },
)
