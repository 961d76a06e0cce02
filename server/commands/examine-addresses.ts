import type { Config } from '../config.ts'
import { inRanges, isLoopback } from '../core/address.ts'
import { systemClock } from '../core/clock.ts'
import { silentLog } from '../core/log.ts'
import { createOutside } from '../outside/outside.ts'
import { type Check, fail, ok, warn } from './check.ts'

/** Where the server listens, what it is called from outside, who stands in front of it, and what it may call. */
export function examineAddresses(config: Config): Check[] {
  return [listening(config), publicAddress(config), proxy(config), outbound(config)]
}

function listening({ host, port }: Config): Check {
  const where = `${host.includes(':') ? `[${host}]` : host}:${port}`
  if (host === '0.0.0.0' || host === '::') return ok('HOST, PORT', `${where}: on every address of this machine`)
  return ok('HOST, PORT', isLoopback(host) ? `${where}: reached from this machine alone` : where)
}

function publicAddress({ baseUrl, host }: Config): Check {
  const { protocol, hostname, pathname } = new URL(baseUrl)
  if (pathname !== '/') return fail('BASE_URL', `${baseUrl} has a path`, 'The product needs a host name of its own.')
  if (protocol === 'https:') return ok('BASE_URL', baseUrl)
  if (isLoopback(hostname) && isLoopback(host)) return ok('BASE_URL', `${baseUrl}: for this machine alone`)
  const todo = 'Put a reverse proxy with a certificate in front, and set BASE_URL to its https address.'
  return warn('BASE_URL', `${baseUrl} is not https: sign-ins and chats can be read on their way`, todo)
}

function proxy({ baseUrl, host, trustProxy }: Config): Check {
  if (inRanges('192.0.2.1', trustProxy) || inRanges('2001:db8::1', trustProxy))
    return fail('TRUST_PROXY', 'trusts everybody: any visitor may claim any address', "Name the proxy's own addresses.")
  const behind = isLoopback(host) && !isLoopback(new URL(baseUrl).hostname)
  if (trustProxy.length === 0 && behind) {
    const says =
      'is not set, although a proxy must stand in front: every visitor has its address, and shares its limits'
    return warn('TRUST_PROXY', says, 'TRUST_PROXY=127.0.0.1 where the proxy runs on this machine.')
  }
  return ok(
    'TRUST_PROXY',
    trustProxy.length > 0 ? trustProxy.join(', ') : 'none: the address of a socket is the client',
  )
}

function outbound(config: Config): Check {
  try {
    createOutside(config, systemClock, silentLog).close()
  } catch (error) {
    return fail(
      'outbound',
      (error as Error).message,
      'Correct it in the configuration file: the server does not start.',
    )
  }
  const { allow } = config.outbound
  const everything = allow.filter((entry) => /^(0\.0\.0\.0|::)\/0$/.test(entry.trim()))
  if (everything.length > 0)
    return warn(
      'outbound',
      `${everything.join(', ')} lets web hooks and tools reach every private address`,
      'Name single hosts.',
    )
  return ok('outbound', allow.length > 0 ? `may also call ${allow.join(', ')}` : 'public addresses alone, by https')
}
