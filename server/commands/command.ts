import type { Config } from '../config.ts'
import type { Services } from '../core/context.ts'
import type { Log } from '../core/log.ts'
import type { Database } from '../database/database.ts'

/** A failure with a one-line explanation for the terminal. */
export class CommandError extends Error {}

/** The error of a command that needs exclusive use of a database. */
export const inUse = (command: string) =>
  `A server or another command uses this database. Stop it first: ${command} needs exclusive access.`

/** The output of a command. */
export type Out = {
  /** Writes a line of the result to standard output. */
  line(text: string): void
  /** Writes a line for people to standard error, so that the result can be piped. */
  note(text: string): void
  /** Writes a chunk of a file. Resolves when there is room for the next. */
  data(bytes: Uint8Array): Promise<void>
}

/** The input of a task. JSON values, because it may be sent over the control socket. */
export type Input = Record<string, unknown>

/**
 * The part of a command that needs the database. It runs in the server that holds the embedded database, or in the
 * command's own process. If it throws, the command fails.
 */
export type Task = {
  /** `schema`: a migrated database; `database`: one that exists; `nothing`: the task creates it. */
  needs: 'schema' | 'database' | 'nothing'
  run(services: Services, input: Input, out: Out): Promise<void>
}

/** What a command can use in its own process: the terminal, the configuration and access to the database. */
export type Cli = {
  out: Omit<Out, 'data'>
  log: Log
  /** Reads the configuration. Throws a ConfigError. */
  config(): Config
  /** The server's secret, if this process can find it. */
  knownSecret(): string | undefined
  /** Whether the command runs in a terminal. */
  atTerminal: boolean
  /** Asks for a secret: without echo in a terminal, otherwise the next line of standard input. */
  secret(question: string): Promise<string>
  /** Runs the command's task where the database is. `data` receives the chunks of a file. */
  runTask(input: Input, data?: Out['data']): Promise<void>
  /** Opens the database exclusively, and creates it if needed. Fails while a server holds it. */
  openAlone(): Promise<Database>
}

export type Option = { type: 'string' | 'boolean'; value?: string; summary: string }

export type Args = { values: Record<string, string | boolean | undefined>; positionals: string[] }

/** A command. Its name, usage and summary are in commands.ts, so that the overview does not load the files. */
export type Command = {
  /** Additional lines for its help. */
  description?: string[]
  /** The names of its arguments, which are all required. */
  positionals?: string[]
  options?: Record<string, Option>
  run(cli: Cli, args: Args): Promise<void>
  task?: Task
}

/** The text of an option, if it was given. */
export function textOf({ values }: Args, name: string): string | undefined {
  const value = values[name]
  if (value === '') throw new CommandError(`--${name} is empty.`)
  return typeof value === 'string' ? value : undefined
}

/** The text of a required option. */
export function needed(args: Args, name: string): string {
  const value = textOf(args, name)
  if (value === undefined) throw new CommandError(`--${name} is required. See --help.`)
  return value
}

/** The whole number of an option, if it was given. */
export function numberOf(args: Args, name: string): number | undefined {
  const text = textOf(args, name)
  if (text === undefined) return undefined
  if (!/^\d{1,7}$/.test(text)) throw new CommandError(`--${name} must be a whole number.`)
  return Number(text)
}

export const siteOption: Option = { type: 'string', value: '<id>', summary: 'the site; required if there are several' }

/** Only the given options, because operations reject keys without a value. */
export const onlyGiven = (input: Input): Input =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
