import { addressBucket } from '../core/address.ts'
import { repeat } from '../core/async.ts'
import type { Services } from '../core/context.ts'
import type { Connection } from './connection.ts'

/** A client without a valid token is disconnected after this. */
const tokenWithin = 10_000
const checkEvery = 1_000
/** Maximum sockets per address that have not sent a token yet. */
const maxPerAddress = 1_000

/** Tracks sockets whose caller is not known yet. */
export function createAdmission(services: Services) {
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
  /** A socket that sent a token but no request yet is identified now. */
  const examine = async (connection: Connection) => {
    const token = connection.caller?.token
    // If the database does not respond, tries again a second later.
    const actor = token ? await services.identify(token).catch(() => null) : undefined
    if (actor === null) return
    remove(connection)
    if (!actor) connection.end('noToken')
  }
  const check = async () => {
    for (const [connection, opened] of since) {
      if (services.clock.now() - opened >= tokenWithin) await examine(connection)
    }
  }
  const stop = repeat(services.clock, checkEvery, check, (err) =>
    services.log.error({ err }, 'sockets could not be examined'),
  )
  return {
    /** Whether another socket may connect from this address. */
    hasRoom: (address: string) => (ofAddress.get(bucketOf(address)) ?? 0) < maxPerAddress,
    add(connection: Connection) {
      const bucket = bucketOf(connection.address)
      since.set(connection, services.clock.now())
      ofAddress.set(bucket, (ofAddress.get(bucket) ?? 0) + 1)
      connection.admitted = () => remove(connection)
    },
    remove,
    close: stop,
  }
}

/** Behind a proxy, consecutive sockets come from one address. */
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
