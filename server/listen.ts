import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Config } from './config.ts'

/**
 * Listens where the configuration says, and sets the real port in its BASE_URL where any would do.
 * @returns the address by which this machine reaches the server
 */
export async function listen(server: Server, config: Config): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(inWords(error, config)))
    server.listen(config.port, config.host, resolve)
  })
  const { port } = server.address() as AddressInfo
  if (config.port === 0) config.baseUrl = config.baseUrl.replace(/:0$/, `:${port}`)
  const everywhere: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }
  const host = everywhere[config.host] ?? (config.host.includes(':') ? `[${config.host}]` : config.host)
  return `http://${host}:${port}`
}

function inWords(error: NodeJS.ErrnoException, { host, port }: Config): Error {
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} of ${host} is in use by another program. Set PORT to another, or end that one.`,
    EACCES: `This user may not listen on port ${port}. Set PORT to one above 1023.`,
    EADDRNOTAVAIL: `${host} is no address of this machine. Correct HOST.`,
    ENOTFOUND: `HOST: ${host} is not known.`,
  }
  return new Error(reasons[error.code ?? ''] ?? `The server cannot listen: ${error.message}`, { cause: error })
}

const lookEvery = 50

/**
 * Takes no new connection, lets `finish` and the running requests come to their end, and cuts what is left after `within`
 * milliseconds.
 */
export async function stopListening(server: Server, finish: () => Promise<unknown>, within: number): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  // A connection that is kept alive becomes idle when its request is over.
  const idle = setInterval(() => server.closeIdleConnections(), lookEvery)
  let limit: NodeJS.Timeout | undefined
  const late = new Promise((resolve) => {
    limit = setTimeout(resolve, within)
  })
  await Promise.race([Promise.all([closed, finish()]), late])
  clearInterval(idle)
  clearTimeout(limit)
  server.closeAllConnections()
}
