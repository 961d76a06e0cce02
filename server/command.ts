import * as nodeModule from 'node:module'
import { compileCache } from './core/compile-cache.ts'

nodeModule.enableCompileCache?.(compileCache)
const { runCommand } = await import('./commands/run.ts')

// A reader that has seen enough, such as `head`, is no failure.
process.stdout.on('error', () => process.exit(0))
runCommand(process.argv.slice(2)).then((status) => {
  process.exitCode = status
  // Whatever keeps a connection warm has no more to do.
  process.stdout.write('', () => process.exit(status))
})
