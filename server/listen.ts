import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Config } from './config.ts'

/**
 * Listens as configured, and sets the actual port in BASE_URL if it was chosen automatically.
 * @returns the URL at which this machine reaches the server
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
    EADDRINUSE: `Port ${port} of ${host} is in use by another program. Set PORT to a different one, or end that program.`,
    EACCES: `This user may not listen on port ${port}. Set PORT to one above 1023.`,
    EADDRNOTAVAIL: `${host} is not an address of this machine. Correct HOST.`,
    ENOTFOUND: `HOST: ${host} is unknown.`,
  }
  return new Error(reasons[error.code ?? ''] ?? `The server cannot listen: ${error.message}`, { cause: error })
}

const checkEvery = 50

/**
 * Accepts no new connections, waits for `finish` and running requests, and closes the remaining ones after `within`
 * milliseconds.
 */
export async function stopListening(server: Server, finish: () => Promise<unknown>, within: number): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  // A keep-alive connection becomes idle when its request ends.
  const idle = setInterval(() => server.closeIdleConnections(), checkEvery)
  let limit: NodeJS.Timeout | undefined
  const late = new Promise((resolve) => {
    limit = setTimeout(resolve, within)
  })
  await Promise.race([Promise.all([closed, finish()]), late])
  clearInterval(idle)
  clearTimeout(limit)
  server.closeAllConnections()
}
