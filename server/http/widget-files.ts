import { readdirSync } from 'node:fs'
import { Hono, type Context as HonoContext } from 'hono'
import type { Env } from '../door/request.ts'
import { answerFile, staticFolder } from './files.ts'

/** Any page may load these files. The chat routes decide which pages may use the chat. */
const anywhere = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
}

// The loader has a fixed name, so it is cached briefly; the files that it loads have a content hash in their names.
const aWhile = 'public, max-age=300, stale-while-revalidate=3600'
const forGood = 'public, max-age=31536000, immutable'

/** The loader and its files. */
export function widgetFileRoutes(folder = new URL('../../dist/widget/', import.meta.url)): Hono<Env> {
  const routes = new Hono<Env>()
  const files = staticFolder(folder)
  const send = async (c: HonoContext<Env>, name: string, cacheControl: string): Promise<Response | undefined> => {
    const file = files(name)
    return file && (await answerFile(c, file, { ...anywhere, 'cache-control': cacheControl }))
  }

  routes.get('/loader.js', async (c) => (await send(c, 'loader.js', aWhile)) ?? missing(c))
  routes.get('/widget/:name', async (c) => {
    const name = c.req.param('name')
    if (name === 'loader.js') return missing(c)
    return (await send(c, name, forGood)) ?? (files('loader.js') && redirect(folder, name)) ?? missing(c)
  })
  return routes
}

/**
 * A loader cached before an upgrade, or served by another server during one, requests the chat under an old name. It is
 * redirected to the current chat.
 */
function redirect(folder: URL, name: string): Response | undefined {
  if (!/^chat-[\w-]+\.js$/.test(name)) return undefined
  const current = readdirSync(folder).find((entry) => /^chat-[\w-]+\.js$/.test(entry))
  if (current === undefined) return undefined
  return new Response(null, { status: 302, headers: { ...anywhere, location: current, 'cache-control': 'no-store' } })
}

const missing = (c: HonoContext<Env>) => c.text('Not found.', 404, { ...anywhere, 'cache-control': 'no-store' })
