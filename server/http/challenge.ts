import type { Services } from '../core/context.ts'
import { badRequest } from '../core/error.ts'
import { pageOrigins } from '../door/cors.ts'
import type { HttpContext } from '../door/request.ts'
import { answerFile, staticFolder } from './files.ts'

type Challenge = {
  /** For a chat. Undefined if no challenge is set up or the site does not exist. */
  page(c: HttpContext): Promise<Response | undefined>
  /** For signing in. Undefined if no challenge is set up. */
  ownPage(c: HttpContext): Response | undefined
  file(c: HttpContext): Promise<Response | undefined>
}

/**
 * The page with the bot challenge, shown as a frame in the chat window or dashboard. It is our own page, because
 * Turnstile's element does not work in the shadow root of the window. As a result, the CSP of the website needs only
 * our server's origin, and Cloudflare needs only one host name for all websites. Cloudflare's script runs on our origin
 * here; the CSP lets it connect only to Cloudflare.
 */
export function challenges(services: Services): Challenge {
  const files = staticFolder(new URL('../../widget/challenge/', import.meta.url))
  const pageFor = (c: HttpContext, ancestors: string[]) => {
    const { turnstile, providers } = services.config
    if (!turnstile) return undefined
    const headers = { ...pageHeaders, 'content-security-policy': policyFor(services, ancestors) }
    return c.html(pageWith(turnstile.siteKey, `${providers.turnstile}/api.js?render=explicit`), 200, headers)
  }
  return {
    async page(c) {
      const site = await services.sites.find(c.req.query('site') ?? '')
      return site && pageFor(c, pageOrigins(services, site).filter(isPlain))
    },
    ownPage: (c) => pageFor(c, ["'self'"]),
    async file(c) {
      const file = files(c.req.param('file') ?? '')
      return file && (await answerFile(c, file, fileHeaders))
    },
  }
}

const pageHeaders = {
  'x-content-type-options': 'nosniff',
  // The provider sees the server, but not the page.
  'referrer-policy': 'strict-origin',
  'cache-control': 'no-store',
}

const fileHeaders = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-cache' }

/** Only allowed pages can embed it, so that other pages cannot collect answers. */
function policyFor(services: Services, ancestors: string[]): string {
  const provider = new URL(services.config.providers.turnstile).origin
  return [
    "default-src 'none'",
    `script-src 'self' ${provider}`,
    `frame-src ${provider}`,
    "style-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${ancestors.join(' ')}`,
  ].join('; ')
}

/** Some characters of host names have a meaning in a CSP. */
const isPlain = (origin: string) => /^[\w.:/*[\]-]+$/.test(origin)

const pageWith = (key: string, script: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="robots" content="noindex">
    <title>Challenge</title>
    <link rel="stylesheet" href="challenge/challenge.css">
  </head>
  <body>
    <div id="challenge"></div>
    <script src="challenge/challenge.js" data-key="${quoted(key)}" data-script="${quoted(script)}"></script>
  </body>
</html>
`

const quoted = (value: string) => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** Rejects callers who did not complete the bot challenge, if one is set up. The 400 names the field. */
export async function refuseBots(services: Services, captcha: string | undefined, address: string): Promise<void> {
  if (services.config.turnstile === undefined) return
  if (captcha === undefined) throw badRequest('captcha: complete the bot challenge.', 'challenge_missing')
  if (!(await services.outside.turnstile.verify(captcha, address)))
    throw badRequest('captcha: the bot challenge failed.', 'challenge_failed')
}
