import { Hono, type Context as HonoContext, type MiddlewareHandler } from 'hono'
import { z } from 'zod'
import { ConfigFile } from '../config-file.ts'
import type { Parts } from '../core/context.ts'
import type { Env } from '../door/request.ts'
import { type StaticFile, staticFolder } from './files.ts'

/** Pages of the product itself: nothing from elsewhere, no plugin, in nobody's frame. */
const policy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * The dashboard's: it talks to its own socket and no other, which not every browser takes for 'self'. Text never becomes
 * script: the one policy for trusted types names the script that Web Push runs.
 */
const dashboardPolicy = (socket: string) =>
  `${policy.replace("connect-src 'self'", `connect-src 'self' ${socket}`)}; require-trusted-types-for 'script'; trusted-types frontdesk-worker`

const pageHeaders = {
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
}

/**
 * The page in which the dashboard shows the widget before it is saved: it may stand in our own frames. It has no origin of
 * its own there, and talks to nobody; the pictures that an owner names it shows, wherever they are.
 */
const previewPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src https: http: data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-scripts',
].join('; ')

/** Everything that a browser loads: the demo, the dashboard, the API's description to read and try. */
export function pageRoutes(parts: Parts): Hono<Env> {
  const routes = new Hono<Env>()
  const root = new URL('../../', import.meta.url)
  const demo = staticFolder(new URL('widget/demo/', root))
  const preview = staticFolder(new URL('widget/preview/', root))
  const shared = staticFolder(new URL('shared/', root))
  const built = staticFolder(new URL('dist/', root))

  for (const path of ['/dashboard/*', '/docs/*']) routes.get(path, byOwnName(parts))
  routes.get('/', (c) => c.redirect('/dashboard'))
  routes.get('/config.schema.json', (c) =>
    c.json(z.toJSONSchema(ConfigFile, { io: 'input' }) as Record<string, unknown>),
  )
  routes.get('/demo', (c) => c.redirect('/demo/'))
  routes.get('/demo/tokens.css', (c) => send(c, shared('tokens.css')))
  routes.get('/demo/*', (c) => send(c, parts.sites.ids().includes('demo') ? demo(below(c, '/demo/')) : undefined))
  routes.get('/preview/*', (c) => withPolicy(send(c, preview(below(c, '/preview/'))), previewPolicy))
  const socket = new URL(parts.config.baseUrl).origin.replace(/^http/, 'ws')
  const dashboard = (page: Response) => withPolicy(page, dashboardPolicy(socket))
  // Its name stays the same, so it must not be kept; below the dashboard's address, so that it may work for all of it.
  routes.get('/dashboard/worker.js', (c) => send(c, built('worker/worker.js')))
  // The dashboard finds its own way below its address; what has a name with a dot is one of its files.
  routes.get('/dashboard/:file{.+\\..+}', (c) => send(c, built(`dashboard/${c.req.param('file')}`), true))
  routes.get('/dashboard/*', (c) => dashboard(send(c, built('dashboard/index.html'))))
  routes.get('/docs', (c) => c.redirect('/docs/'))
  routes.get('/docs/*', (c) => send(c, built(`docs/${below(c, '/docs/')}`)))
  routes.all('*', nothing)
  return routes
}

/**
 * On a person's own machine the product can be reached by two names, and the dashboard's socket and cookie, and the calls
 * from /docs, are for the one of BASE_URL alone: whoever comes by the other is sent there.
 */
function byOwnName({ config }: Parts): MiddlewareHandler<Env> {
  return async (c, next) => {
    const own = new URL(config.baseUrl)
    const other = own.host.replace(/^(localhost|127\.0\.0\.1)(?=:|$)/, (name) => twins[name] ?? name)
    if (other !== own.host && c.req.header('host') === other) return c.redirect(`${own.origin}${c.req.path}`)
    return await next()
  }
}

const twins: Record<string, string> = { localhost: '127.0.0.1', '127.0.0.1': 'localhost' }

const nothing = (c: HonoContext<Env>) => c.text('There is nothing here.', 404, pageHeaders)

/** The path below a prefix; what cannot be decoded is left as it is, and names no file. */
function below(c: HonoContext<Env>, prefix: string): string {
  try {
    return decodeURIComponent(c.req.path).slice(prefix.length)
  } catch {
    return c.req.path
  }
}

function withPolicy(page: Response, policy: string): Response {
  page.headers.set('content-security-policy', policy)
  return page
}

const year = 31_536_000

function send(c: HonoContext<Env>, file: StaticFile | undefined, fingerprinted = false): Response {
  if (!file) return nothing(c)
  const headers = {
    ...pageHeaders,
    etag: file.etag,
    'cache-control': fingerprinted ? `public, max-age=${year}, immutable` : 'no-cache',
  }
  if (c.req.header('if-none-match') === file.etag) return new Response(null, { status: 304, headers })
  return new Response(file.body as Uint8Array<ArrayBuffer>, { headers: { ...headers, 'content-type': file.type } })
}
