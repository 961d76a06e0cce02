import type { IncomingMessage } from 'node:http'
import { pipeline, Transform } from 'node:stream'
import { constants, createBrotliDecompress, createUnzip } from 'node:zlib'
import { failure } from '../core/failure.ts'
import { abortedCall, asDialError, DialError } from './dial-error.ts'
import type { Watch } from './watch.ts'

/** The encodings that `readBody` supports. */
export const acceptEncoding = 'gzip, deflate, br'

/**
 * The decompressed body of a response, of at most `maxBytes` before and after decompression. Chunks are readable in the
 * tick in which they arrive. Its errors are DialErrors. `over` is called once, when the body ended, failed or was
 * cancelled.
 */
export function readBody(
  message: IncomingMessage,
  host: string,
  maxBytes: number,
  watch: Watch,
  over: (fault?: DialError) => void,
): ReadableStream<Uint8Array> {
  const decoder = decoderOf(message)
  const last = limitBytes(maxBytes)
  const faultOf = (error: unknown) => asDialError(watch.signal.aborted ? watch.signal.reason : error, host)
  const stop = () => void message.destroy(watch.signal.reason)
  watch.signal.addEventListener('abort', stop)
  const body = toWeb(last, faultOf, watch)
  pipeline(decoder ? [message, limitBytes(maxBytes), decoder, last] : [message, last], (error) => {
    watch.signal.removeEventListener('abort', stop)
    message.destroy()
    over(error ? faultOf(error) : undefined)
  })
  return body
}

/** Flushes continuously, so that a compressed event stream arrives event by event. */
function decoderOf(message: IncomingMessage): Transform | undefined {
  const coding = (message.headers['content-encoding'] ?? '').trim().toLowerCase()
  if (coding === '' || coding === 'identity') return undefined
  if (['gzip', 'x-gzip', 'deflate'].includes(coding)) return createUnzip({ flush: constants.Z_SYNC_FLUSH })
  if (coding === 'br') return createBrotliDecompress({ flush: constants.BROTLI_OPERATION_FLUSH })
  const sentence = 'The answer is compressed in a way that was not asked for.'
  throw new DialError('broken', failure('answer_unreadable', sentence))
}

function limitBytes(maxBytes: number): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, pass) {
      bytes += chunk.length
      if (bytes > maxBytes) pass(tooLarge(maxBytes))
      else pass(null, chunk)
    },
  })
}

const tooLarge = (bytes: number) =>
  new DialError('large', failure('answer_too_large', `The answer is larger than ${bytes} bytes.`, { bytes }))

function toWeb(source: Transform, faultOf: (error: unknown) => DialError, watch: Watch): ReadableStream<Uint8Array> {
  // A cancelled stream accepts no more chunks, and would throw at its source if one is still under way.
  let isLeft = false
  return new ReadableStream<Uint8Array>({
    start(controller) {
      source.on('data', (chunk: Buffer) => {
        if (isLeft) return
        controller.enqueue(new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.length))
        if ((controller.desiredSize ?? 0) <= 0) source.pause()
      })
      source.on('end', () => isLeft || controller.close())
      source.on('error', (error) => controller.error(faultOf(error)))
      source.pause()
    },
    pull: () => void source.resume(),
    cancel() {
      isLeft = true
      watch.stop(abortedCall())
      watch.end()
    },
  })
}
