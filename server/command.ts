import * as nodeModule from 'node:module'
import { compileCache } from './core/compile-cache.ts'

nodeModule.enableCompileCache?.(compileCache)
const { runCommand } = await import('./commands/run.ts')

// A reader that stops early, such as `head`, is not an error.
process.stdout.on('error', () => process.exit(0))
runCommand(process.argv.slice(2)).then((status) => {
  process.exitCode = status
  // Exits even if something keeps a connection open.
  process.stdout.write('', () => process.exit(status))
})
