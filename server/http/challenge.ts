import type { Parts } from '../core/context.ts'
import { pageOrigins } from '../door/cors.ts'
import type { HttpContext } from '../door/request.ts'
import { type StaticFile, staticFolder } from './files.ts'

type Challenge = {
  /** For a chat; undefined where none is set up, or there is no such site. */
  page(c: HttpContext): Promise<Response | undefined>
  /** For signing in; undefined where none is set up. */
  ownPage(c: HttpContext): Response | undefined
  file(c: HttpContext): Response | undefined
}

/**
 * The page in which the bot challenge is answered, as a frame in the chat's window or in the dashboard. It is ours, because Turnstile's own
 * element does not work in the window's shadow root; and so the page with the widget needs leave for no address but the
 * server's, and Cloudflare knows one host name however many websites there are. Cloudflare's script runs on our origin here:
 * the policy lets it talk to nobody but Cloudflare.
 */
export function challenges(parts: Parts): Challenge {
  const files = staticFolder(new URL('../../widget/challenge/', import.meta.url))
  const pageFor = (c: HttpContext, ancestors: string[]) => {
    const { turnstile, providers } = parts.config
    if (!turnstile) return undefined
    const headers = { ...pageHeaders, 'content-security-policy': policyFor(parts, ancestors) }
    return c.html(pageWith(turnstile.siteKey, `${providers.turnstile}/api.js?render=explicit`), 200, headers)
  }
  return {
    async page(c) {
      const site = await parts.sites.find(c.req.query('site') ?? '')
      return site && pageFor(c, pageOrigins(parts, site).filter(isPlain))
    },
    ownPage: (c) => pageFor(c, ["'self'"]),
    file(c) {
      const file = files(c.req.param('file') ?? '')
      return file && answer(file)
    },
  }
}

const pageHeaders = {
  'x-content-type-options': 'nosniff',
  // The provider is told which server asks, and not on which page.
  'referrer-policy': 'strict-origin',
  'cache-control': 'no-store',
}

const answer = ({ body, type }: StaticFile) =>
  new Response(body as Uint8Array<ArrayBuffer>, {
    headers: { 'content-type': type, 'x-content-type-options': 'nosniff', 'cache-control': 'no-cache' },
  })

/** Only pages that need an answer show it, so that nobody else's page collects them. */
function policyFor(parts: Parts, ancestors: string[]): string {
  const provider = new URL(parts.config.providers.turnstile).origin
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

/** Of the characters that a host name may hold, some mean something in a policy. */
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
