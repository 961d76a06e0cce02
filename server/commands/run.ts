import { connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { parseArgs } from 'node:util'
import { type Config, ConfigError, readConfig } from '../config.ts'
import { controlPath } from '../control.ts'
import { Answer, maxAnswerLength, type Request, readLines, writeLine } from '../control-lines.ts'
import { createLog } from '../core/log.ts'
import { findSecret } from '../secret.ts'
import { type Args, type Cli, type Command, CommandError, inUse, type Out, type Task } from './command.ts'
import { commands, type Entry } from './commands.ts'
import { aligned, askSecret, firstLine } from './terminal.ts'

/** A mistake on the command line, so the message shows the usage. */
class UsageError extends Error {}

const npm = 'npm run -s svc --'

const out = {
  line: (text: string) => void process.stdout.write(`${text}\n`),
  note: (text: string) => void process.stderr.write(`${text}\n`),
}

/**
 * Runs the command with these arguments. Returns the exit status: 1 if the command failed, 2 if it was used
 * incorrectly.
 */
export const runCommand = (words: string[]): Promise<number> => run(words).then(() => 0, fail)

async function run(words: string[]): Promise<void> {
  if (words.length === 0) throw new UsageError(overview())
  if (words[0] === 'help' || words[0]?.startsWith('-'))
    return await showHelp(words.filter((word) => !word.startsWith('-')).slice(1))
  const { name, rest } = findCommand(words)
  if (words.includes('--help') || words.includes('-h')) return await showHelp(words)
  const { command } = await (commands[name] as Entry).load()
  await command.run(createCli(name, command.task), parse(name, command, rest))
}

async function showHelp(words: string[]): Promise<void> {
  if (words.length === 0) return out.line(overview())
  const { name } = findCommand(words)
  const entry = commands[name] as Entry
  out.line(helpFor(name, entry, (await entry.load()).command))
}

/** The command with which the arguments begin, and the arguments after its name. */
function findCommand(words: string[]): { name: string; rest: string[] } {
  for (const name of Object.keys(commands)) {
    const parts = name.split(' ')
    if (parts.every((word, place) => words[place] === word)) return { name, rest: words.slice(parts.length) }
  }
  throw new UsageError(`Unknown command: ${words[0]}. See: npm run svc -- help`)
}

function parse(name: string, command: Command, words: string[]): Args {
  const { positionals = [], options = {} } = command
  const types = Object.entries(options).map(([option, { type }]) => [option, { type }])
  let args: Args
  try {
    args = parseArgs({ args: words, options: Object.fromEntries(types), allowPositionals: true }) as Args
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split('. ')[0]}. See: npm run svc -- ${name} --help`)
  }
  const entry = commands[name] as Entry
  if (args.positionals.length < positionals.length) throw new UsageError(helpFor(name, entry, command))
  // The extra arguments are not repeated, because one may be a password.
  if (args.positionals.length > positionals.length)
    throw new UsageError(`Too many arguments: svc ${name} ${entry.usage}`)
  return args
}

export function overview(): string {
  const rows = Object.entries(commands).map(([name, { usage, summary }]) => [`  ${name} ${usage}`.trimEnd(), summary])
  return [
    `Frontdesk's command line: ${npm} <command>`,
    '',
    ...aligned([['  help [command]', 'Show this, or the help of a command'], ...rows]),
    '',
    'Commands read the same environment and configuration file as the server. While a server holds the embedded database, ',
    'it runs the commands itself.',
  ].join('\n')
}

/** The help of a command. */
export function helpFor(name: string, { usage, summary }: Entry, { description = [], options = {} }: Command): string {
  const rows = Object.entries(options).map(([option, { value = '', summary }]) => [
    `  --${option} ${value}`.trimEnd(),
    summary,
  ])
  return [
    `${summary}.`,
    '',
    `  ${`${npm} ${name} ${usage}`.trimEnd()}`,
    ...(description.length > 0 ? ['', ...description] : []),
    ...(rows.length > 0 ? ['', ...aligned(rows)] : []),
  ].join('\n')
}

function createCli(name: string, task: Task | undefined): Cli {
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
    async runTask(input, data = noFile) {
      const server = await reachServer(config())
      if (server) return await askServer(server, { task: name, input }, { ...out, data })
      if (!task) throw new Error(`${name} has no task.`)
      const { withParts } = await import('./database.ts')
      await withParts(config(), log, task.needs, (services) => task.run(services, input, { ...out, data }))
    },
    async openAlone() {
      const server = await reachServer(config())
      server?.destroy()
      if (server) throw new CommandError(inUse(name))
      const { openDatabase } = await import('../database/open.ts')
      return await openDatabase({ url: config().databaseUrl, dataDir: config().dataDir, log })
    },
  }
}

const noFile = () => Promise.reject(new Error('this command creates no file'))

/** Connects to the server that holds the embedded database, if one is running. */
function reachServer({ databaseUrl, dataDir }: Config): Promise<Duplex | undefined> {
  if (databaseUrl !== undefined) return Promise.resolve(undefined)
  return new Promise((resolve, reject) => {
    const socket = connect(controlPath(dataDir))
    socket.once('connect', () => resolve(socket))
    socket.once('error', (error: NodeJS.ErrnoException) => {
      // No server is running, or a killed one left its socket behind.
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED' || error.code === 'ENOTDIR')
        return resolve(undefined)
      const whose = error.code === 'EACCES' ? 'run this as the user of the server' : error.message
      reject(new CommandError(`The server that uses this database cannot be reached: ${whose}.`))
    })
  })
}

/** Lets the server run a task, and forwards its output. */
export async function askServer(socket: Duplex, request: Request, out: Out): Promise<void> {
  try {
    await writeLine(socket, request)
    for await (const line of readLines(socket, maxAnswerLength)) {
      const answer = Answer.parse(JSON.parse(line))
      if ('line' in answer) out.line(answer.line)
      else if ('note' in answer) out.note(answer.note)
      else if ('data' in answer) await out.data(Buffer.from(answer.data, 'base64'))
      else if (answer.end.error !== undefined) throw new CommandError(answer.end.error)
      else return
    }
  } catch (error) {
    if (error instanceof CommandError) throw error
    throw new CommandError(`The connection to the server broke: ${(error as Error).message}`)
  } finally {
    socket.destroy()
  }
  throw new CommandError('The connection to the server closed before the command was done.')
}

function fail(error: unknown): number {
  const lines = error instanceof ConfigError ? error.lines : [(error as Error).message]
  for (const line of lines) out.note(line)
  return error instanceof UsageError ? 2 : 1
}
