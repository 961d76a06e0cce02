import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { isOwnPage } from './guard.ts'

/** The CSP of the app's own pages: their own script and style, and nothing else. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** Serves the folder of the app's own pages. Opens only names from its listing. */
export function servePages(folder: string): (request: { url: string; method: string }) => Promise<Response> {
  const names = new Set(readdirSync(folder))
  return async ({ url, method }) => {
    const name = isOwnPage(url) ? new URL(url).pathname.slice(1) : ''
    const type = types[extname(name)]
    if (method !== 'GET' || type === undefined || !names.has(name)) return new Response('', { status: 404 })
    return new Response(new Uint8Array(await readFile(join(folder, name))), {
      headers: {
        'content-type': type,
        'content-security-policy': policy,
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      },
    })
  }
}
