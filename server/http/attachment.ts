import type { Download } from '../core/download.ts'
import type { Log } from '../core/log.ts'
import type { HttpContext } from '../door/request.ts'

/** The headers of a file. A browser keeps it, and runs nothing that stands in it. */
const fileHeaders = (name: string, media: string) => ({
  'content-type': media,
  'content-disposition': `attachment; filename="${name}"`,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
})

/** Sends a file as it is written. */
export const attachment = (
  { name, parts }: Download,
  media: string,
  log: Log,
  headers: Record<string, string>,
): Response => new Response(streamOf(parts, log), { headers: { ...headers, ...fileHeaders(name, media) } })

/** Sends a text file. */
export const textFile = (c: HttpContext, { name, text }: { name: string; text: string }): Response =>
  c.body(text, 200, fileHeaders(name, 'text/plain; charset=utf-8'))

/** One part at a time, when the reader has room for it. Where one fails, the file breaks off: nobody takes it for whole. */
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
          log.error({ err }, 'a file could not be written to its end')
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
