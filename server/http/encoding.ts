import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

type Encoding = 'br' | 'gzip' | 'identity'
export type Encoded = { encoding: Encoding; body: Uint8Array<ArrayBuffer> }

const [brotli, gzipped] = [promisify(brotliCompress), promisify(gzip)]

/** The best encoding that an Accept-Encoding header allows. */
export function preferred(accept: string | undefined): Encoding {
  const weights = new Map(
    (accept ?? '')
      .toLowerCase()
      .split(',')
      .map((entry) => {
        const [name = '', ...parameters] = entry.split(';').map((part) => part.trim())
        const weight = parameters.find((one) => one.startsWith('q='))?.slice(2)
        return [name, weight === undefined ? 1 : Number(weight)] as const
      }),
  )
  const takes = (name: string) => (weights.get(name) ?? weights.get('*') ?? 0) > 0
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : 'identity'
}

/**
 * A body in each encoding, compressed on first use and kept by the caller.
 * @param quality of brotli: 11 for static content, less for content that changes
 */
export function encodings(plain: Uint8Array, quality = 11): (accept: string | undefined) => Promise<Encoded> {
  const made = new Map<Encoding, Promise<Uint8Array>>()
  const make = (encoding: Encoding): Promise<Uint8Array> => {
    if (encoding === 'identity') return Promise.resolve(plain)
    const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: plain.byteLength }
    return encoding === 'br' ? brotli(plain, { params }) : gzipped(plain)
  }
  return async (accept) => {
    const encoding = preferred(accept)
    const body = made.get(encoding) ?? make(encoding)
    made.set(encoding, body)
    return { encoding, body: (await body) as Uint8Array<ArrayBuffer> }
  }
}

/** The headers for an encoded body, which varies by request. */
export const encodingHeaders = (encoding: Encoding, vary = 'accept-encoding'): Record<string, string> =>
  encoding === 'identity' ? { vary } : { vary, 'content-encoding': encoding }
