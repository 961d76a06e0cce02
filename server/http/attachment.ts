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

/** @param media the media type, unless the download has its own */
export const attachment = (
  { name, parts, media: own }: Download,
  media: string,
  log: Log,
  headers: Record<string, string>,
): Response => new Response(streamOf(parts, log), { headers: { ...headers, ...fileHeaders(name, own ?? media) } })

/** A stored file for a page: with the headers that admitted it, such as those of CORS. */
export const fileForPage = (
  c: HttpContext,
  { name, parts, media = 'application/octet-stream' }: Download,
  log: Log,
): Response => c.body(streamOf(parts, log), 200, fileHeaders(name, media))

export const textFile = (c: HttpContext, { name, text }: { name: string; text: string }): Response =>
  c.body(text, 200, fileHeaders(name, 'text/plain; charset=utf-8'))

/**
 * Sends one part at a time, when the reader has room for it. If a part fails, the download breaks off, so that nobody
 * mistakes it for complete.
 */
function streamOf(parts: AsyncIterable<Uint8Array>, log: Log): ReadableStream<Uint8Array> {
  const iterator = parts[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { value, done } = await iterator.next()
          if (done) controller.close()
          else controller.enqueue(value)
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
