import type { Log } from '../core/log.ts'
import type { Download } from '../core/operation.ts'
import type { HttpContext } from '../door/request.ts'

/** Headers cannot hold every character of a name, so it is sent twice: simplified, and as RFC 6266 encodes it. */
function dispositionOf(name: string): string {
  const plain = name.replace(/[^\w .()+-]/g, '_')
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${plain}"${plain === name ? '' : `; filename*=UTF-8''${encoded}`}`
}

/** The headers of a file. Browsers save it and run nothing in it. */
const fileHeaders = (name: string, media: string) => ({
  'content-type': media,
  'content-disposition': dispositionOf(name),
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
})

/** @property media the media type, unless the download has its own */
type AttachmentOptions = { media: string; log: Log; headers: Record<string, string> }

export function attachment(c: HttpContext, download: Download, { media, log, headers }: AttachmentOptions): Response {
  const own = { ...headers, ...downloadHeaders(download, media) }
  if (isKnown(c, download)) return new Response(null, { status: 304, headers: withoutBody(own) })
  return new Response(streamOf(download, log), { headers: own })
}

/** A stored file for a page: with the headers that admitted it, such as those of CORS. */
export function fileForPage(c: HttpContext, download: Download, log: Log): Response {
  const own = downloadHeaders(download, 'application/octet-stream')
  return isKnown(c, download) ? c.body(null, 304, withoutBody(own)) : c.body(streamOf(download, log), 200, own)
}

function downloadHeaders({ name, media: own, stored }: Download, media: string): Record<string, string> {
  const headers = fileHeaders(name, own ?? media)
  return stored ? { ...headers, etag: tagOf(stored), 'content-length': String(stored.size) } : headers
}

const withoutBody = ({ 'content-length': _, ...headers }: Record<string, string>) => headers

const tagOf = ({ hash }: { hash: string }) => `"${hash}"`

/** Whether the client has this very file. */
const isKnown = (c: HttpContext, { stored }: Download): boolean =>
  stored !== undefined &&
  (c.req.header('if-none-match') ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === tagOf(stored))

export const textFile = (c: HttpContext, { name, text }: { name: string; text: string }): Response =>
  c.body(text, 200, fileHeaders(name, 'text/plain; charset=utf-8'))

/**
 * Sends one part at a time, when the reader has room for it. If a part fails, or the file is deleted, the download
 * breaks off, so that nobody mistakes it for complete.
 */
function streamOf({ parts, stored }: Download, log: Log): ReadableStream<Uint8Array> {
  const iterator = parts[Symbol.asyncIterator]()
  let sent = 0
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { value, done } = await iterator.next()
          if (done && stored && sent !== stored.size) throw new Error('the file was deleted while it was sent')
          if (done) return controller.close()
          sent += value.length
          controller.enqueue(value)
        } catch (err) {
          log.error({ err }, 'could not write a file to its end')
          controller.error(err)
        }
      },
      async cancel() {
        await iterator.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}
