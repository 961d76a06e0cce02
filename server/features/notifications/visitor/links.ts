import { z } from 'zod'
import type { Context, Services } from '../../../core/context.ts'
import { parseJson } from '../../../core/json.ts'
import { chatLinkToken } from '../../conversations/visitor/visitor.ts'

/**
 * The page that continues a chat. It is ours, because the website's own pages may have other scripts. The token is in the
 * fragment, which reaches no server and no log.
 * @param until it lasts at least until then
 */
export const chatLink = (ctx: Context, conversationId: string, until = 0): string =>
  `${ctx.services.config.baseUrl}/continue/?site=${encodeURIComponent(ctx.site.id)}#svc-chat=${chatLinkToken(ctx, conversationId, until)}`

const purpose = 'unsubscribe'
const maxToken = 1000
const Token = z.tuple([z.string(), z.string(), z.string().nullable()])

/** An address that gets emails from a site, and the language of its visitor. */
export type Subscription = { site: string; address: string; locale: string | null }

/** The page on which somebody unsubscribes. It does not expire, because emails do not. */
export function unsubscribeLink({ services, site }: Context, { address, locale }: Omit<Subscription, 'site'>): string {
  const token = services.seal.close(purpose, JSON.stringify([site.id, address, locale]))
  return `${services.config.baseUrl}/unsubscribe?token=${token}`
}

/** Undefined if this server did not make the token. */
export function readUnsubscribeToken({ seal }: Services, token: string): Subscription | undefined {
  try {
    if (token.length > maxToken) return undefined
    const [site, address, locale] = Token.parse(parseJson(seal.open(purpose, token)))
    return { site, address, locale }
  } catch {
    return undefined
  }
}
