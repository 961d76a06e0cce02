import { addressBucket } from '../core/address.ts'
import type { Parts } from '../core/context.ts'
import { repeat } from '../core/repeat.ts'
import type { Connection } from './connection.ts'

/** A client that never shows a token that is known is let go after this. */
const tokenWithin = 10_000
const lookEvery = 1_000
/** Sockets from one address that have not shown a token yet. */
const mostOfAddress = 1_000

/** Watches over the sockets that nobody is known behind yet. */
export function createAdmission(parts: Parts) {
  const since = new Map<Connection, number>()
  const ofAddress = new Map<string, number>()
  const bucketOf = rememberLast(addressBucket)

  const remove = (connection: Connection) => {
    if (!since.delete(connection)) return
    const bucket = bucketOf(connection.address)
    const left = (ofAddress.get(bucket) ?? 1) - 1
    if (left > 0) ofAddress.set(bucket, left)
    else ofAddress.delete(bucket)
  }
  /** One that has shown a token, but asked for nothing yet, is known by it now. */
  const examine = async (connection: Connection) => {
    const token = connection.caller?.token
    // Where the database does not answer, it is asked again a second later.
    const actor = token ? await parts.identify(token).catch(() => null) : undefined
    if (actor === null) return
    remove(connection)
    if (!actor) connection.end('noToken')
  }
  const look = async () => {
    for (const [connection, opened] of since) {
      if (parts.clock.now() - opened >= tokenWithin) await examine(connection)
    }
  }
  const stop = repeat(parts.clock, lookEvery, look, (err) => parts.log.error({ err }, 'sockets could not be examined'))
  return {
    /** Whether one more may come from this address. */
    hasRoom: (address: string) => (ofAddress.get(bucketOf(address)) ?? 0) < mostOfAddress,
    add(connection: Connection) {
      const bucket = bucketOf(connection.address)
      since.set(connection, parts.clock.now())
      ofAddress.set(bucket, (ofAddress.get(bucket) ?? 0) + 1)
      connection.admitted = () => remove(connection)
    },
    remove,
    close: stop,
  }
}

/** Many sockets in a row come from one address, behind a proxy all of them. */
function rememberLast(compute: (text: string) => string): (text: string) => string {
  let last = ''
  let result = compute(last)
  return (text) => {
    if (text !== last) {
      result = compute(text)
      last = text
    }
    return result
  }
}
