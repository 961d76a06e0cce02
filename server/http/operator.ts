import { covers } from '../../shared/scope.ts'
import { inRanges, isLoopback } from '../core/address.ts'
import { admitAddress } from '../core/call.ts'
import type { Parts } from '../core/context.ts'
import { forbidden, unauthorized } from '../core/error.ts'
import { admitCaller, bearerToken } from '../door/caller.ts'
import type { Rates } from '../door/rate-limit.ts'
import { addressOf, type HttpContext, queryOf } from '../door/request.ts'

/** What tells where a request came from, before anything in it is believed. */
export type Origin = { socketAddress: string | undefined; headers: Headers }

/** Headers that a proxy adds; any of them says that the request did not begin on this machine. */
const proxied = ['forwarded', 'via', 'x-real-ip', 'cf-connecting-ip', 'true-client-ip', 'x-client-ip']

/**
 * Whether a request was made on this machine itself. A reverse proxy beside the server also comes from the loopback
 * address, so that alone says nothing: no header of a proxy may be there, and the Host must be this machine's, which a page
 * that resolves its own name to 127.0.0.1 cannot claim. Where BASE_URL tells that visitors come by another way, a proxy that
 * adds no header could not be told apart: then the socket's address must be one that TRUST_PROXY expects headers from.
 */
export function isLocal({ config }: Pick<Parts, 'config'>, { socketAddress = '', headers }: Origin): boolean {
  if (!isLoopback(socketAddress)) return false
  for (const name of headers.keys()) if (name.startsWith('x-forwarded-') || proxied.includes(name)) return false
  if (!isLoopback(hostOf(headers.get('host') ?? ''))) return false
  return isLoopback(new URL(config.baseUrl).hostname) || inRanges(socketAddress, config.trustProxy)
}

const hostOf = (header: string): string =>
  URL.canParse(`http://${header}`) ? new URL(`http://${header}`).hostname : ''

/** Lets in who looks after the server: whoever is on this machine, the admin key, and who may read analytics. */
export async function admitOperator(parts: Parts, rates: Rates, c: HttpContext): Promise<void> {
  const { headers } = c.req.raw
  const query = queryOf(c.req.url)
  const isKeyless = !headers.has('authorization') && !query.has('api_key')
  if (isKeyless && isLocal(parts, { socketAddress: c.env?.incoming?.socket.remoteAddress, headers })) return
  const address = addressOf(parts, c)
  const actor = await admitCaller(parts, rates, {
    token() {
      if (!isKeyless) return bearerToken(headers.get('authorization') ?? undefined, query)
      throw unauthorized(
        'From this machine itself alone, or with a key that has the scope analytics:read.',
        'token_missing',
      )
    },
    address,
    counted: (rate) => c.set('rate', rate),
  })
  admitAddress(actor, address)
  if (!covers(actor.scopes, 'analytics:read'))
    throw forbidden('This needs the scope analytics:read.', 'scope_missing', { scope: 'analytics:read' })
}
