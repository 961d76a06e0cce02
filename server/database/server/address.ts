import { readFileSync } from 'node:fs'
import { connect as connectPlain, isIP, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'
import { int32 } from '../wire.ts'

/** The location of a PostgreSQL server, and the user to connect as. */
export type Address = {
  /** A host name, an IP address, or the folder of a Unix socket, which begins with a slash. */
  host: string
  port: number
  user: string
  password: string
  database: string
  encryption: 'never' | 'if offered' | ConnectionOptions
}

/**
 * Reads `postgres://user:password@host:5432/name?sslmode=…`. `sslmode` is disable, prefer (the default), require,
 * verify-ca or verify-full; `sslrootcert` names a file of certificates. Throws a one-line Error without the URL,
 * because that contains the password.
 */
export function parseAddress(url: string): Address {
  const parsed = isAmbiguous(url) ? undefined : parse(url)
  const host = parsed && (decode(parsed.hostname.replace(/^\[|\]$/g, '')) || parsed.searchParams.get('host'))
  if (!parsed || !/^postgres(ql)?:$/.test(parsed.protocol) || !host || host.includes(',')) {
    throw new Error(
      'DATABASE_URL is not the address of one PostgreSQL server, like postgres://user:password@host:5432/name ' +
        '(special characters of a password are written as %40 for @, %23 for #, and so on)',
    )
  }
  const query = parsed.searchParams
  const user = decode(parsed.username) || query.get('user') || 'postgres'
  return {
    host,
    port: Number(parsed.port || query.get('port') || 5432),
    user,
    password: decode(parsed.password) || query.get('password') || '',
    database: decode(parsed.pathname.slice(1)) || user,
    encryption: host.startsWith('/') ? 'never' : encryptionOf(query, host),
  }
}

/**
 * Whether a password was not encoded: an `@` or `#` in the wrong place. Otherwise a part of the password would be used,
 * and printed, as the host.
 */
function isAmbiguous(url: string): boolean {
  const [, authority = '', rest = ''] = /^[^:]*:\/\/([^/?#]*)(.*)$/s.exec(url) ?? []
  const [path = '', query = ''] = rest.split(/\?(.*)/s)
  const isInQuery = query.split('&').some((part) => /^[^=]*@|@.*\//.test(part))
  return authority.split('@').length > 2 || /[@#]/.test(path) || query.includes('#') || isInQuery
}

/** The printable form of an address, without user and password. */
export const shown = ({ host, port, database }: Address) =>
  `${host.includes(':') ? `[${host}]` : host}:${port}/${database}`

function parse(url: string): URL | undefined {
  try {
    return new URL(url)
  } catch {
    return undefined
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function encryptionOf(query: URLSearchParams, host: string): Address['encryption'] {
  const mode = query.get('sslmode') ?? 'prefer'
  const file = query.get('sslrootcert')
  if (mode === 'disable') return 'never'
  if (mode === 'prefer' || mode === 'allow') return 'if offered'
  const servername = isIP(host) ? {} : { servername: host }
  if (mode === 'require' && !file) return { ...servername, rejectUnauthorized: false }
  if (!['require', 'verify-ca', 'verify-full'].includes(mode)) throw new Error(`DATABASE_URL: unknown sslmode ${mode}`)
  const names = mode === 'verify-full' ? {} : { checkServerIdentity: () => undefined }
  return { ...servername, ...names, ...(file && file !== 'system' ? { ca: readFileSync(file) } : {}) }
}

/**
 * Connects to the server, with TLS if the address requires it. Calls `onSocket` with every socket before it is
 * connected.
 */
export async function connectTo(address: Address, onSocket: (socket: Socket) => void): Promise<Duplex> {
  const { host, port, encryption } = address
  const socket = host.startsWith('/')
    ? connectPlain({ path: `${host}/.s.PGSQL.${port}` })
    : connectPlain({ host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: 30_000 })
  onSocket(socket)
  if (encryption === 'never') return socket
  const offered = await askForTls(socket)
  if (!offered && encryption === 'if offered') return socket
  if (!offered) {
    socket.destroy()
    throw new Error('the server does not offer TLS, which sslmode asks for')
  }
  return connectTls({ socket, ...(encryption === 'if offered' ? { rejectUnauthorized: false } : encryption) })
}

/** Sends an SSLRequest, which the server answers with one letter. */
function askForTls(socket: Socket): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>()
  const message = 'the server closed the connection'
  const closed = () => reject(Object.assign(new Error(message), { code: 'CONNECTION_CLOSED' }))
  socket.once('error', reject).once('close', closed)
  socket.once('data', (answer) => {
    socket.off('error', reject).off('close', closed)
    socket.pause()
    resolve(String(answer) === 'S')
  })
  socket.write(Buffer.concat([int32(8), int32(80_877_103)]))
  return promise
}
