import type { Download } from '../core/download.ts'
import type { Log } from '../core/log.ts'

/** Sends a file as it is written. A browser keeps it, and runs nothing that stands in it. */
export function attachment(
  { name, parts }: Download,
  media: string,
  log: Log,
  headers: Record<string, string>,
): Response {
  return new Response(streamOf(parts, log), {
    headers: {
      ...headers,
      'content-type': media,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    },
  })
}

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
