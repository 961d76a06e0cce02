import type { Config } from '../config.ts'
import type { Parts } from '../core/context.ts'
import type { Log } from '../core/log.ts'
import type { Database } from '../database/database.ts'

/** A failure that one line at the terminal explains. */
export class CommandError extends Error {}

/** The error of a command that needs a database which a server uses. */
export const inUse = (command: string) =>
  `A server or another command uses this database. Stop it first: ${command} needs it alone.`

/** Where a command writes to. */
export type Out = {
  /** Writes a line of the result to standard output. */
  line(text: string): void
  /** Writes a line for the person to standard error, so that the result can be piped on. */
  note(text: string): void
  /** Writes a piece of a file that the command makes. Resolves when there is room for the next. */
  data(bytes: Uint8Array): Promise<void>
}

/** The input of a task: JSON values, because it may come over the control socket. */
export type Input = Record<string, unknown>

/**
 * The part of a command that needs the database. It runs in the server that holds the embedded database, or in the
 * command's own process. If it throws, the command fails.
 */
export type Task = {
  /** `schema`: a migrated database; `database`: one that exists; `nothing`: the task creates it. */
  needs: 'schema' | 'database' | 'nothing'
  run(parts: Parts, input: Input, out: Out): Promise<void>
}

/** What a command uses in its own process: the terminal, the configuration and the way to the database. */
export type Cli = {
  out: Omit<Out, 'data'>
  log: Log
  /** Reads the configuration; throws a ConfigError. */
  config(): Config
  /** The server's secret as this process finds it, if it does. */
  knownSecret(): string | undefined
  /** Whether a person sits at the terminal. */
  atTerminal: boolean
  /** Asks for a secret: without echo at a terminal, else the next line of standard input. */
  secret(question: string): Promise<string>
  /** Runs the command's task where the database is. `data` gets what the task writes of a file. */
  runTask(input: Input, data?: Out['data']): Promise<void>
  /** Opens the database for this command alone, and creates it if needed. Refuses while a server holds it. */
  openAlone(): Promise<Database>
}

export type Option = { type: 'string' | 'boolean'; value?: string; summary: string }

export type Args = { values: Record<string, string | boolean | undefined>; positionals: string[] }

/** A file of this folder. Its name, usage and summary are in commands.ts, because the overview loads no command. */
export type Command = {
  /** More lines for its own help. */
  description?: string[]
  /** The names of its arguments; all of them are required. */
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
  if (value === undefined) throw new CommandError(`--${name} is needed. See --help.`)
  return value
}

/** The whole number of an option, if it was given. */
export function numberOf(args: Args, name: string): number | undefined {
  const text = textOf(args, name)
  if (text === undefined) return undefined
  if (!/^\d{1,7}$/.test(text)) throw new CommandError(`--${name} is a whole number.`)
  return Number(text)
}

export const siteOption: Option = { type: 'string', value: '<id>', summary: 'the site; needed where there are several' }

/** The given options alone: operations refuse a key without a value. */
export const onlyGiven = (input: Input): Input =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
