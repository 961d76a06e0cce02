import { Buffer } from 'node:buffer'
import type { UploadedFile } from '../../shared/file.ts'
import { type OpenFile, overSize } from '../core/blobs.ts'
import { type AppError, badRequest, rateLimited, tooLarge } from '../core/error.ts'
import { boundedBody, dropConnection, type HttpContext } from '../door/request.ts'

/** Room for the form around the file. */
const around = 16 * 1024
const maxHeaderBytes = 8 * 1024
const maxParts = 20

const closing = Buffer.from('--')
const headersEnd = Buffer.from('\r\n\r\n')
/** The length of CRLF. */
const lineBreak = 2

type Fields = Record<string, unknown>

/**
 * The fields of a form with one file, `file`, whose bytes go to their receiver while they arrive. Oversized forms are
 * rejected as soon as that is known. `hash` is the name and hash of the file, for comparing requests.
 * @param max maximum bytes of any file; the receiver may accept fewer
 * @throws 400 if the form is damaged or has no file, 413 if it is too large, and what `open` and its receiver throw
 */
export async function readForm(request: Request, max: number, open: OpenFile): Promise<Fields> {
  const boundary = boundaryOf(request.headers.get('content-type') ?? '')
  const body = boundedBody(request, max + around, () => overSize(max))
  try {
    const fields = await readParts(createScanner(body), Buffer.from(`\r\n--${boundary}`), open)
    // The epilogue is ignored, but counts.
    await drain(body)
    return fields
  } catch (error) {
    // Browsers lose an answer that comes while they still send. The error of the form matters, not one of its rest.
    await drain(body).catch(() => {})
    throw error
  }
}

async function drain(body: AsyncIterator<Uint8Array>): Promise<void> {
  while (!(await body.next()).done);
}

async function readParts(scanner: Scanner, delimiter: Buffer, open: OpenFile): Promise<Fields> {
  const texts = new Map<string, string>()
  let room = around
  let file: UploadedFile | undefined
  // The preamble is ignored.
  await scanner.until(delimiter.subarray(lineBreak), () => {})
  scanner.skip(delimiter.length - lineBreak)
  for (let parts = 0; !(await scanner.isNext(closing)); parts++) {
    if (parts === maxParts) throw badRequest(`The form has more than ${maxParts} fields.`, 'invalid_body')
    const { name, filename } = nameOf((await collect(scanner, headersEnd, maxHeaderBytes, damaged)).toString())
    scanner.skip(lineBreak)
    // The line break that ends the headers may also begin the delimiter of an empty part.
    if (!(await scanner.isNext(delimiter))) scanner.skip(lineBreak)
    if (filename === undefined) {
      const bytes = await collect(scanner, delimiter, room, longFields)
      room -= bytes.length
      texts.set(name, bytes.toString())
    } else if (file) throw badRequest('file: Send one file at a time.')
    else if (name !== 'file' || filename === '') throw noFile()
    else {
      const receiver = await open(Object.fromEntries(texts))
      await scanner.until(delimiter, receiver.write)
      file = await receiver.end(filename)
    }
    scanner.skip(delimiter.length)
  }
  if (!file) throw noFile()
  return { ...Object.fromEntries(texts), file, hash: `${file.name} ${file.hash}` }
}

/** A text of at most `max` bytes before a mark. */
async function collect(scanner: Scanner, mark: Buffer, max: number, refusal: () => AppError): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let size = 0
  await scanner.until(mark, (bytes) => {
    size += bytes.length
    if (size > max) throw refusal()
    // A copy, because the scanner's memory is larger.
    pieces.push(Buffer.from(bytes))
  })
  return Buffer.concat(pieces)
}

type Scanner = {
  /** Passes what precedes a mark to `take`, as it arrives, and stops at the mark. 400 if there is no mark. */
  until(mark: Buffer, take: (bytes: Uint8Array) => Promise<void> | void): Promise<void>
  /** Whether these bytes follow. */
  isNext(bytes: Buffer): Promise<boolean>
  /** Skips bytes of a mark. */
  skip(count: number): void
}

/** Looks for marks in a body that arrives in chunks. It holds one chunk, and what may be the beginning of a mark. */
function createScanner(body: AsyncIterator<Uint8Array>): Scanner {
  let held: Buffer = Buffer.alloc(0)
  const more = async (): Promise<boolean> => {
    const { value, done } = await body.next()
    if (done) return false
    const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    held = held.length === 0 ? bytes : Buffer.concat([held, bytes])
    return true
  }
  return {
    async until(mark, take) {
      for (;;) {
        const at = held.indexOf(mark)
        const before = held.subarray(0, at >= 0 ? at : Math.max(0, held.length - mark.length + 1))
        held = held.subarray(before.length)
        if (before.length > 0) await take(before)
        if (at >= 0) return
        if (!(await more())) throw damaged()
      }
    },
    async isNext(bytes) {
      while (held.length < bytes.length && (await more()));
      return held.subarray(0, bytes.length).equals(bytes)
    },
    skip(count) {
      held = held.subarray(count)
    },
  }
}

/** Reads a form with a file from a visitor. `client` names who shares the limits of an address. */
export type FormReader = (c: HttpContext, client: string, open: OpenFile) => Promise<Fields>

/** Few at once, and none for long, so that slow senders do not use up the server's connections. */
const maxAtOnce = 8
const maxOfClient = 2
const maxMs = 60_000

/**
 * Receives the files of visitors, who need no account: a few at once, also from one address, and each within a minute.
 * 429 above that; a connection that takes longer is closed.
 * @param max maximum bytes of a file
 */
export function createFormReader(max: number): FormReader {
  const running: string[] = []
  return async (c, client, open) => {
    const own = running.filter((one) => one === client).length
    if (running.length >= maxAtOnce || own >= maxOfClient) throw rateLimited(5)
    running.push(client)
    const timer = setTimeout(() => dropConnection(c), maxMs)
    try {
      return await readForm(c.req.raw, max, open)
    } finally {
      clearTimeout(timer)
      running.splice(running.indexOf(client), 1)
    }
  }
}

function boundaryOf(contentType: string): string {
  const match = /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType)
  const boundary = match?.[1] ?? match?.[2]
  if (boundary === undefined) throw badRequest('file: Send it as multipart/form-data.')
  return boundary
}

const damaged = () => badRequest('The form is damaged or incomplete.', 'invalid_body')
const longFields = () => tooLarge(`The fields of the form have more than ${around / 1024} KB.`, { bytes: around })
const noFile = () => badRequest('file: Must be a file with a file name.')

/** The name and file name in the headers of a part. Browsers escape the quote, CR and LF as `%22`, `%0D` and `%0A`. */
function nameOf(headers: string): { name: string; filename: string | undefined } {
  const disposition = /^content-disposition\s*:\s*form-data\s*;(.*)$/im.exec(headers)?.[1] ?? ''
  const parameter = (name: string) => {
    const match = new RegExp(`(?:^|;)\\s*${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s;"]*))`, 'i').exec(disposition)
    const text = match?.[1] ?? match?.[2]
    return text
      ?.replaceAll('\\"', '"')
      .replace(/%(22|0D|0A)/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
  }
  return { name: parameter('name') ?? '', filename: parameter('filename') }
}
