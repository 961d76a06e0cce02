import { globSync, readFileSync } from 'node:fs'

export type Command = { file: string; args: string[] }

/**
 * Programs started by tests live for seconds, so optimising the database engine's program would cost more than it
 * saves.
 */
const SHORT_LIVED = '--liftoff-only'

/** Where the product keeps its compile cache. Set at the start, it serves the first file too. */
export const NODE_COMPILE_CACHE = 'node_modules/.cache/frontdesk'

/**
 * The command that starts `server/main.ts`, to be run in the root of the project. On Deno it has the permissions of
 * `deno task start`, with these paths instead of the defaults.
 * @param dataDir the data folder
 * @param configFile the configuration file
 */
export function commandFor(runtime: 'node' | 'deno', dataDir: string, configFile: string): Command {
  if (runtime === 'node') return onNode('server/main.ts')
  const paths: Record<string, string> = { $DATA: dataDir, $FILES: configFile }
  const args = denoTask().map((word) => word.replaceAll(/\$[A-Z]+/g, (name) => paths[name] ?? unknownName(name)))
  return { file: denoBinary(), args: args.map((word) => word.replace(/^--v8-flags=/, `$&${SHORT_LIVED},`)) }
}

/** The command that runs a program of the product on Node. */
export const onNode = (program: string, ...args: string[]): Command => ({
  file: process.execPath,
  args: [SHORT_LIVED, program, ...args],
})

/** The command of `npm start`: without what is for short-lived programs, and with what is for a server. */
export function startCommand(): Command {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } }
  const [, args = ''] = /exec node (.*?) \|\|/.exec(scripts.start) ?? []
  return { file: process.execPath, args: args.split(' ') }
}

/** For `npm run mutate`: the environment that makes a program report what it executes; otherwise empty. */
export function reporting(): Record<string, string> {
  const { TEST_HITS_APART } = process.env
  if (!TEST_HITS_APART) return {}
  return { TEST_HITS_APART, NODE_OPTIONS: `--import=${new URL('./hits-apart.ts', import.meta.url)}` }
}

/** The words after the name of the program in the task, from `run` on. */
function denoTask(): string[] {
  const task = (JSON.parse(readFileSync('deno.json', 'utf8')) as { tasks: { start: string } }).tasks.start
  const words = task.slice(task.lastIndexOf('&&')).split(/\s+/)
  return words.slice(words.indexOf('run'))
}

/** The program itself, because node_modules/.bin/deno may be a wrapper that does not forward signals. */
function denoBinary(): string {
  const [file] = globSync('node_modules/@deno/*/deno{,.exe}')
  if (!file) throw new Error('no Deno for this machine below node_modules/@deno')
  return file
}

function unknownName(name: string): never {
  throw new Error(`deno.json: the task start uses ${name}, which the tests do not know`)
}
