import { Hono, type Context as HonoContext, type MiddlewareHandler } from 'hono'
import { z } from 'zod'
import { ConfigFile } from '../config-file.ts'
import type { Services } from '../core/context.ts'
import type { Env } from '../door/request.ts'
import { answerFile, type StaticFile, staticFolder } from './files.ts'

/** The CSP of the product's own pages: nothing from other origins, no plugins, no embedding. */
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
 * The CSP of the dashboard. It may connect to its own socket, which not every browser includes in 'self'. Trusted types
 * prevent text from becoming script; the only policy names the script of Web Push.
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
 * The CSP of the widget preview in the dashboard. It may be embedded in our own pages, has an opaque origin and no
 * connections, and may show images from anywhere.
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

/** All pages: the demo, the dashboard, and the API explorer. */
export function pageRoutes(services: Services): Hono<Env> {
  const routes = new Hono<Env>()
  const root = new URL('../../', import.meta.url)
  const demo = staticFolder(new URL('widget/demo/', root))
  const continuing = staticFolder(new URL('widget/continue/', root))
  const preview = staticFolder(new URL('widget/preview/', root))
  const shared = staticFolder(new URL('shared/', root))
  const built = staticFolder(new URL('dist/', root))

  for (const path of ['/dashboard/*', '/docs/*']) routes.get(path, byOwnName(services))
  routes.get('/', (c) => c.redirect('/dashboard'))
  routes.get('/config.schema.json', (c) =>
    c.json(z.toJSONSchema(ConfigFile, { io: 'input' }) as Record<string, unknown>, 200, {
      'x-content-type-options': 'nosniff',
    }),
  )
  routes.get('/demo', (c) => c.redirect('/demo/'))
  routes.get('/demo/tokens.css', (c) => send(c, shared('tokens.css')))
  routes.get('/demo/*', (c) => send(c, services.sites.ids().includes('demo') ? demo(below(c, '/demo/')) : undefined))
  routes.get('/continue/*', (c) => send(c, continuing(below(c, '/continue/'))))
  routes.get('/preview/*', async (c) => withPolicy(await send(c, preview(below(c, '/preview/'))), previewPolicy))
  const socket = new URL(services.config.baseUrl).origin.replace(/^http/, 'ws')
  const dashboard = (page: Response) => withPolicy(page, dashboardPolicy(socket))
  // The worker has a fixed name, so it must not be cached. It is below the dashboard's path, so that its scope covers
  // all of it.
  routes.get('/dashboard/worker.js', (c) => send(c, built('worker/worker.js')))
  // The dashboard routes its own paths. Names with a dot are its files.
  routes.get('/dashboard/:file{.+\\..+}', (c, next) => {
    const file = c.req.param('file')
    // Its page needs its own policy under every name, and must not be cached.
    return file.endsWith('.html') ? next() : send(c, built(`dashboard/${file}`), true)
  })
  routes.get('/dashboard/*', async (c) => dashboard(await send(c, built('dashboard/index.html'))))
  routes.get('/docs', (c) => c.redirect('/docs/'))
  routes.get('/docs/*', (c) => send(c, built(`docs/${below(c, '/docs/')}`)))
  routes.all('*', nothing)
  return routes
}

/**
 * On a local machine the product has two host names, but the dashboard's socket and cookie, and the calls from /docs,
 * work only with that of BASE_URL. Visitors of the other name are redirected.
 */
function byOwnName({ config }: Services): MiddlewareHandler<Env> {
  return async (c, next) => {
    const own = new URL(config.baseUrl)
    const other = own.host.replace(/^(localhost|127\.0\.0\.1)(?=:|$)/, (name) => twins[name] ?? name)
    if (other !== own.host && c.req.header('host') === other) {
      // As it was sent: decoded, a path may hold line breaks, which are invalid in a header.
      return c.redirect(`${own.origin}${new URL(c.req.url).pathname}`)
    }
    return await next()
  }
}

const twins: Record<string, string> = { localhost: '127.0.0.1', '127.0.0.1': 'localhost' }

const nothing = (c: HonoContext<Env>) => c.text('Not found.', 404, pageHeaders)

/** The path below a prefix. An undecodable path is kept, and matches no file. */
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

async function send(c: HonoContext<Env>, file: StaticFile | undefined, fingerprinted = false): Promise<Response> {
  if (!file) return nothing(c)
  const cacheControl = fingerprinted ? `public, max-age=${year}, immutable` : 'no-cache'
  return await answerFile(c, file, { ...pageHeaders, 'cache-control': cacheControl })
}
