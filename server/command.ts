import * as nodeModule from 'node:module'
import { fileURLToPath } from 'node:url'

// As for the server: what was compiled is kept for the next command.
nodeModule.enableCompileCache?.(fileURLToPath(new URL('../node_modules/.cache/frontdesk', import.meta.url)))
const { runCommand } = await import('./commands/run.ts')

// A reader that has seen enough, such as `head`, is no failure.
process.stdout.on('error', () => process.exit(0))
runCommand(process.argv.slice(2)).then((status) => {
  process.exitCode = status
  // Whatever keeps a connection warm has no more to do.
  process.stdout.write('', () => process.exit(status))
})
