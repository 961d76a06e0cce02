import { type Logger, pino } from 'pino'

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>

const secretFields = ['authorization', 'key', 'token', 'password', 'secret', 'cookie']

/** One JSON line an event on standard error. Secrets are cut out by name, one level deep, wherever they slip in. */
export function createLog(level: string): Log {
  return pino(
    {
      level,
      base: null,
      redact: { paths: secretFields.flatMap((name) => [name, `*.${name}`]), censor: '[cut]' },
      serializers: { err: describeError },
    },
    pino.destination({ dest: 2, sync: true }),
  )
}

/** An error as the log keeps it: its kind, text, stack and cause, never the values that a query was given. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error)
  const { name, message, stack } = error
  const code = (error as { code?: unknown }).code
  return { name, message, code, stack, cause: error.cause === undefined ? undefined : describeError(error.cause) }
}

export const silentLog: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
