import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { HttpContext } from '../door/request.ts'
import { type Encoded, encodingHeaders, encodings } from './encoding.ts'

export type StaticFile = {
  type: string
  etag: string
  /** The body for an Accept-Encoding header, compressed on first use and kept. */
  encoded(accept: string | undefined): Promise<Encoded>
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
}

const isText = (type: string) => /^(?:text\/|application\/json|image\/svg)/.test(type)

/**
 * The files of a folder by path, read on first use and again when they change. Opens only names from a listing of the
 * folder, so that no path leads out of it. Hono's serveStatic reads the file for each request and sends no ETag.
 */
export function staticFolder(folder: URL): (path: string) => StaticFile | undefined {
  const kept = new Map<string, { file: StaticFile; changed: number }>()
  return (path) => {
    const name = path === '' || path.endsWith('/') ? `${path}index.html` : path
    const type = types[extname(name)]
    if (type === undefined || !listed(folder, name)) return undefined
    const url = new URL(name.split('/').map(encodeURIComponent).join('/'), folder)
    const changed = statSync(url).mtimeMs
    const known = kept.get(name)
    if (known && known.changed === changed) return known.file
    const body = readFileSync(url)
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
    const encoded = encodings(body)
    // Pictures are compressed already.
    const file = { type, etag, encoded: isText(type) ? encoded : () => encoded(undefined) }
    kept.set(name, { file, changed })
    return file
  }
}

/** A file in the encoding that suits the caller, or 304 if they have it. */
export async function answerFile(
  c: HttpContext,
  { etag, type, encoded }: StaticFile,
  headers: Record<string, string>,
): Promise<Response> {
  const { encoding, body } = await encoded(c.req.header('accept-encoding'))
  // Each encoding is a separate representation, so it has its own ETag.
  const tag = encoding === 'identity' ? etag : etag.replace(/"$/, `-${encoding}"`)
  const all = { ...headers, ...encodingHeaders(encoding), etag: tag }
  const known = (c.req.header('if-none-match') ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''))
  if (known.includes(tag)) return new Response(null, { status: 304, headers: all })
  return new Response(body, { headers: { ...all, 'content-type': type } })
}

/** Whether the folder contains exactly this path. */
function listed(folder: URL, name: string): boolean {
  const parts = name.split('/')
  let place = fileURLToPath(folder)
  return parts.every((part, at) => {
    const entry = entries(place).find((entry) => entry.name === part)
    place += `${part}/`
    return entry !== undefined && (at === parts.length - 1 ? entry.isFile() : entry.isDirectory())
  })
}

function entries(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return []
    throw error
  }
}
