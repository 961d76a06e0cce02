/**
 * SQLSTATEs and system errors about the state of the database instead of the statement, each as the end of "because …".
 */
const faults: Record<string, string> = {
  '08001': 'it cannot be reached',
  '08006': 'the connection was lost',
  '25006': 'it takes no changes, as it is read-only',
  '25P03': 'a transaction was left open for too long',
  '28000': 'it refused the user',
  '28P01': 'it refused the user or the password',
  '3D000': 'it has no database of that name',
  '53100': 'its disk is full',
  '53200': 'it is out of memory',
  '53300': 'it has no connection left',
  '55P03': 'another transaction keeps it busy',
  '57014': 'a query took too long',
  '57P01': 'it is shutting down',
  '57P02': 'it crashed',
  '57P03': 'it is starting or shutting down',
  CONNECTION_CLOSED: 'the connection was lost',
  CONNECTION_DESTROYED: 'the connection was closed',
  CONNECTION_ENDED: 'the connection was closed',
  CONNECT_TIMEOUT: 'it does not answer in time',
  DATABASE_DOWN: 'it is down',
  EAI_AGAIN: 'its host name cannot be looked up',
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was lost',
  EHOSTUNREACH: 'its host cannot be reached',
  ENETUNREACH: 'its network cannot be reached',
  ENOTFOUND: 'there is no such host',
  EPIPE: 'the connection was lost',
  // Thrown by the driver in vendor/postgres, which checks every result.
  INCOMPLETE_RESULT: 'a result lacks rows',
  ETIMEDOUT: 'it does not answer in time',
}

/**
 * A phrase for an `error` caused by the state of the database: unreachable, busy, out of connections. Undefined for all
 * others, including errors in a statement.
 */
export function databaseFault(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code
  if (typeof code !== 'string') return undefined
  return faults[code] ?? (/^(08|53|57|58)...$/.test(code) ? 'it failed' : undefined)
}

/**
 * Whether the database said itself that it did not do what failed with this error. Not if its connection or the server
 * broke (SQLSTATE classes 08, 57 and 58), because then only the answer may have been lost.
 */
export function isRefusal(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && /^(?!08|57|58)[0-9][0-9A-Z]{4}$/.test(code)
}

/** Why the database's files cannot be read, with the solution. Undefined for all other errors. */
export function describeDamage(error: unknown): string | undefined {
  const { code, message } = error as { code?: string; message?: string }
  // data_corrupted and index_corrupted
  if (code !== 'XX001' && code !== 'XX002') return undefined
  return `The database is damaged: ${message} (${code}). Stop the server, keep a copy of its files, and restore a backup.`
}

/** A phrase for any database error, with its code. */
export function describeFault(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string }
  const phrase = databaseFault(error)
  if (!phrase) return message || code || 'it failed'
  return `${phrase} (${code})`
}
