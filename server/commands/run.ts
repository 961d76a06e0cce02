import { connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { parseArgs } from 'node:util'
import { type Config, ConfigError, readConfig } from '../config.ts'
import { controlPath } from '../control.ts'
import { createLog } from '../core/log.ts'
import { findSecret } from '../secret.ts'
import { askServer } from './ask-server.ts'
import { type Command, CommandError, type Given, inUse, type Surroundings } from './command.ts'
import { findCommand } from './commands.ts'
import { helpFor, overview } from './help.ts'
import { tasks } from './tasks.ts'
import { askSecret, firstLine } from './terminal.ts'

/** Wrongly called: the person looks at the command line, not at the product. */
class UsageError extends Error {}

const out = {
  line: (text: string) => void process.stdout.write(`${text}\n`),
  note: (text: string) => void process.stderr.write(`${text}\n`),
}

/** Runs the command of these words. Answers the status to end with: 1 for a command that failed, 2 for one that is none. */
export const runCommand = (words: string[]): Promise<number> => run(words).catch(fail)

async function run(words: string[]): Promise<number> {
  if (words.length === 0) throw new UsageError(overview())
  const wantsHelp = words.includes('--help') || words.includes('-h')
  if (words[0] === 'help' || words[0]?.startsWith('-'))
    return showHelp(words.filter((word) => !word.startsWith('-')).slice(1))
  const { command, rest } = findCommand(words) ?? unknown(words)
  if (wantsHelp) {
    out.line(helpFor(command))
    return 0
  }
  const given = parse(command, rest)
  if (given.positionals.length < command.positionals.length) throw new UsageError(helpFor(command))
  // What is too much is not repeated: it may be a password.
  if (given.positionals.length > command.positionals.length)
    throw new UsageError(`Too much was given: svc ${command.name} ${command.usage}`)
  await command.run(surroundings(), given)
  return 0
}

function showHelp(words: string[]): number {
  if (words.length === 0) out.line(overview())
  else out.line(helpFor((findCommand(words) ?? unknown(words)).command))
  return 0
}

function unknown([first]: string[]): never {
  throw new UsageError(`There is no command ${first}. See: npm run svc -- help`)
}

function parse({ name, options }: Command, args: string[]): Given {
  const types = Object.entries(options).map(([option, { type }]) => [option, { type }])
  try {
    return parseArgs({ args, options: Object.fromEntries(types), allowPositionals: true }) as Given
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split('. ')[0]}. See: npm run svc -- ${name} --help`)
  }
}

function surroundings(): Surroundings {
  let read: Config | undefined
  const config = () => {
    read ??= readConfig()
    return read
  }
  const log = createLog('warn')
  return {
    out,
    log,
    config,
    knownSecret: () => config().secret ?? findSecret(config().dataDir),
    atTerminal: process.stdin.isTTY === true,
    secret: (question) =>
      process.stdin.isTTY ? askSecret(process.stdin, process.stderr, question) : firstLine(process.stdin),
    async perform(name, input, data = noFile) {
      const server = await reachServer(config())
      if (server) return await askServer(server, { task: name, input }, { ...out, data })
      const task = tasks[name] as (typeof tasks)[string]
      const [{ withOwnParts }, run] = await Promise.all([import('./place.ts'), task.load()])
      await withOwnParts(config(), log, task.needs, (parts) => run(parts, input, { ...out, data }))
    },
    async openAlone(command) {
      const server = await reachServer(config())
      server?.destroy()
      if (server) throw new CommandError(inUse(command))
      const { openDatabase } = await import('../database/open.ts')
      return await openDatabase({ url: config().databaseUrl, dataDir: config().dataDir, log })
    },
  }
}

const noFile = () => Promise.reject(new Error('this command makes no file'))

/** The server that holds the embedded database, where there is one. */
function reachServer({ databaseUrl, dataDir }: Config): Promise<Duplex | undefined> {
  if (databaseUrl !== undefined) return Promise.resolve(undefined)
  return new Promise((resolve, reject) => {
    const socket = connect(controlPath(dataDir))
    socket.once('connect', () => resolve(socket))
    socket.once('error', (error: NodeJS.ErrnoException) => {
      // Nobody, or one that ended without cleaning up.
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED' || error.code === 'ENOTDIR')
        return resolve(undefined)
      const whose = error.code === 'EACCES' ? 'run this as the user of the server' : error.message
      reject(new CommandError(`The server that uses this database cannot be asked: ${whose}.`))
    })
  })
}

function fail(error: unknown): number {
  const lines = error instanceof ConfigError ? error.lines : [(error as Error).message]
  for (const line of lines) out.note(line)
  return error instanceof UsageError ? 2 : 1
}
