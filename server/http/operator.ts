import { covers } from '../../shared/scope.ts'
import { inRanges, isLoopback } from '../core/address.ts'
import { admitAddress } from '../core/call.ts'
import type { Services } from '../core/context.ts'
import { forbidden, unauthorized } from '../core/error.ts'
import { admitCaller, bearerToken } from '../door/caller.ts'
import type { Rates } from '../door/rate-limit.ts'
import { addressOf, type HttpContext, queryOf } from '../door/request.ts'

/** The untrusted source of a request. */
export type Origin = { socketAddress: string | undefined; headers: Headers }

/** Headers that proxies add. Any of them shows that the request did not begin on this machine. */
const proxied = ['forwarded', 'via', 'x-real-ip', 'cf-connecting-ip', 'true-client-ip', 'x-client-ip']

/**
 * Whether a request was made on this machine. A reverse proxy on the same machine also connects from the loopback
 * address, so that alone is not enough: there must be no proxy header, and the Host must be local, which a page that
 * resolves its own name to 127.0.0.1 cannot fake. If BASE_URL shows that visitors use a proxy, one that adds no header
 * would be indistinguishable; then the socket's address must be in TRUST_PROXY.
 */
export function isLocal({ config }: Pick<Services, 'config'>, { socketAddress = '', headers }: Origin): boolean {
  if (!isLoopback(socketAddress)) return false
  for (const name of headers.keys()) if (name.startsWith('x-forwarded-') || proxied.includes(name)) return false
  if (!isLoopback(hostOf(headers.get('host') ?? ''))) return false
  return isLoopback(new URL(config.baseUrl).hostname) || inRanges(socketAddress, config.trustProxy)
}

const hostOf = (header: string): string =>
  URL.canParse(`http://${header}`) ? new URL(`http://${header}`).hostname : ''

/** Admits the operator: callers on this machine, the admin key, and callers who may read analytics. */
export async function admitOperator(services: Services, rates: Rates, c: HttpContext): Promise<void> {
  const { headers } = c.req.raw
  const query = queryOf(c.req.url)
  const isKeyless = !headers.has('authorization') && !query.has('api_key')
  if (isKeyless && isLocal(services, { socketAddress: c.env?.incoming?.socket.remoteAddress, headers })) return
  const address = addressOf(services, c)
  const actor = await admitCaller(services, rates, {
    token() {
      if (!isKeyless) return bearerToken(headers.get('authorization') ?? undefined, query)
      throw unauthorized(
        'Only this machine, or a key with the scope analytics:read, may request this.',
        'token_missing',
      )
    },
    address,
    counted: (rate) => c.set('rate', rate),
  })
  admitAddress(actor, address)
  if (!covers(actor.scopes, 'analytics:read'))
    throw forbidden('This requires the scope analytics:read.', 'scope_missing', { scope: 'analytics:read' })
}
