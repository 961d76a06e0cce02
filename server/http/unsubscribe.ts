import { Hono } from 'hono'
import type { Services } from '../core/context.ts'
import { countAddress, type Rates, refuseOverRate } from '../door/rate-limit.ts'
import { addressOf, type Env, type HttpContext } from '../door/request.ts'
import { escapeHtml } from '../features/notifications/layout.ts'
import {
  type UnsubscribePage,
  type Unsubscribing,
  unknownLink,
  unsubscribe,
} from '../features/notifications/visitor/unsubscribe.ts'

const headers = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
}

/**
 * The page on which somebody stops emails about chats. Opening it changes nothing, because mail scanners open links; the
 * button does, and so does the POST that mail programs send (RFC 8058).
 */
export function unsubscribeRoutes(services: Services, rates: Rates): Hono<Env> {
  const routes = new Hono<Env>()
  routes.get('/unsubscribe', (c) => answer(services, rates, c, 'ask'))
  routes.post('/unsubscribe', (c) =>
    answer(services, rates, c, c.req.query('again') === '1' ? 'subscribe' : 'unsubscribe'),
  )
  return routes
}

async function answer(services: Services, rates: Rates, c: HttpContext, act: Unsubscribing): Promise<Response> {
  refuseOverRate(countAddress(rates, addressOf(services, c)))
  const token = c.req.query('token') ?? ''
  const page = await unsubscribe(services, token, act)
  if (!page) return c.html(pageWith(unknownLink, ''), 404, headers)
  const { button, next } = page
  const action = `unsubscribe?token=${encodeURIComponent(token)}${next === 'subscribe' ? '&again=1' : ''}`
  const form = `<form method="post" action="${escapeHtml(action)}"><button>${escapeHtml(button)}</button></form>`
  return c.html(pageWith(page, form), 200, headers)
}

const style =
  'body{margin:0;min-height:100vh;display:grid;place-items:center;color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}' +
  'main{max-width:28rem;padding:1.5rem}h1{font-size:1.125rem;overflow-wrap:anywhere}button{font:inherit;padding:.5rem 1rem;border-radius:6px;border:1px solid;cursor:pointer}'

const pageWith = (
  { language, direction, text }: Pick<UnsubscribePage, 'language' | 'direction' | 'text'>,
  form: string,
) => `<!doctype html>
<html lang="${language}" dir="${direction}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width,initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${escapeHtml(text)}</title>
    <style>${style}</style>
  </head>
  <body>
    <main>
      <h1>${escapeHtml(text)}</h1>
      ${form}
    </main>
  </body>
</html>
`
