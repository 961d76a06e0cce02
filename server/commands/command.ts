import type { Config } from '../config.ts'
import type { Parts } from '../core/context.ts'
import type { Log } from '../core/log.ts'
import type { Database } from '../database/database.ts'

/** What a person at the terminal is told instead of a result: one line that says what to do. */
export class CommandError extends Error {}

/** The sentence about a database that servers use. */
export const inUse = (command: string) =>
  `A server or another command uses this database. Stop it first: ${command} needs it alone.`

/** Where a command writes to. */
export type Out = {
  /** A line of the result, on standard output. */
  line(text: string): void
  /** A line for the person beside it, on standard error: a result can be piped on. */
  note(text: string): void
  /** A piece of a file that the command makes; resolves when there is room for the next. */
  data(bytes: Uint8Array): Promise<void>
}

/** What a task is given: values that JSON carries, as they may come over the control socket. */
export type Input = Record<string, unknown>

/**
 * The part of a command that needs the database. It runs in the server that holds the embedded database, or in the
 * command's own process over a database that it opened. What it throws is the command's failure.
 */
export type Task = (parts: Parts, input: Input, out: Out) => Promise<void>

/** What stands around a command: its terminal, its configuration, and the way to the database. */
export type Surroundings = {
  out: Omit<Out, 'data'>
  log: Log
  /** Reads the configuration; throws a ConfigError. */
  config(): Config
  /** The secret of the server as it is found from here; undefined where it is not. */
  knownSecret(): string | undefined
  /** Whether a person sits at the terminal. */
  atTerminal: boolean
  /** Asks for a secret: without echo at a terminal, else the next line of standard input. */
  secret(question: string): Promise<string>
  /** Carries a task out where the database is; `data` gets what it writes of a file. */
  perform(task: string, input: Input, data?: Out['data']): Promise<void>
  /** Opens the database for this command alone, made where it is not there yet; refused while a server holds it. */
  openAlone(command: string): Promise<Database>
}

export type Option = { type: 'string' | 'boolean'; value?: string; says: string }

export type Given = { values: Record<string, string | boolean | undefined>; positionals: string[] }

export type Command = {
  /** One word or two, as it is typed. */
  name: string
  /** What comes after the name, for a person: `<email>`. */
  usage: string
  says: string
  /** More lines for its own help. */
  more?: string[]
  /** The names of what it takes without an option; all of them are needed. */
  positionals: string[]
  options: Record<string, Option>
  run(surroundings: Surroundings, given: Given): Promise<void>
}

/** The text of an option; undefined where it was not given. */
export function textOf({ values }: Given, name: string): string | undefined {
  const value = values[name]
  if (value === '') throw new CommandError(`--${name} is empty.`)
  return typeof value === 'string' ? value : undefined
}

/** The text of an option that must be there. */
export function needed(given: Given, name: string): string {
  const value = textOf(given, name)
  if (value === undefined) throw new CommandError(`--${name} is needed. See --help.`)
  return value
}

/** The whole number of an option; undefined where it was not given. */
export function numberOf(given: Given, name: string): number | undefined {
  const text = textOf(given, name)
  if (text === undefined) return undefined
  if (!/^\d{1,7}$/.test(text)) throw new CommandError(`--${name} is a whole number.`)
  return Number(text)
}
