import { type Logger, pino } from 'pino'

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>

const secretFields = ['authorization', 'key', 'token', 'password', 'secret', 'cookie']

/** Logs JSON lines to standard error. Redacts secrets by field name, at the top level and one level below. */
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

/** An error as it is logged: its type, message, stack and cause, without query parameters. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error)
  const { name, message, stack } = error
  const code = (error as { code?: unknown }).code
  return { name, message, code, stack, cause: error.cause === undefined ? undefined : describeError(error.cause) }
}

export const silentLog: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
