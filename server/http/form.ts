import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { badRequest, rateLimited, tooLarge } from '../core/error.ts'
import { dropConnection, type HttpContext, readBytes } from '../door/request.ts'

/** Room for the form around the file. */
const around = 16 * 1024
const maxHeaderBytes = 8 * 1024
const maxParts = 20

type Part = { name: string; filename: string | undefined; bytes: Buffer }

/**
 * The fields of a form with one file, `file`. Oversized forms are rejected as soon as that is known. `hash` is the hash
 * of the file, for comparing requests.
 * @param max maximum bytes of the file
 */
export async function readForm(request: Request, max: number): Promise<Record<string, unknown>> {
  const boundary = boundaryOf(request.headers.get('content-type') ?? '')
  const parts = splitParts(Buffer.from(await readBytes(request, max + around, () => overSize(max))), boundary)
  const files = parts.filter(({ filename }) => filename !== undefined)
  if (files.length > 1) throw badRequest('file: Send one file at a time.')
  const texts = parts.filter(({ filename }) => filename === undefined)
  const fields = Object.fromEntries(texts.map(({ name, bytes }) => [name, bytes.toString()]))
  const [sent] = files
  if (sent?.name !== 'file' || !sent.filename) throw badRequest('file: Must be a file with a file name.')
  if (sent.bytes.length > max) throw overSize(max)
  const hash = createHash('sha256').update(sent.bytes).digest('base64url')
  return { ...fields, file: new File([new Uint8Array(sent.bytes)], sent.filename), hash: `${sent.filename} ${hash}` }
}

/** Reads a form with a file from a visitor. `client` names who shares the limits of an address. */
export type FormReader = (c: HttpContext, client: string) => Promise<Record<string, unknown>>

/** A form is in memory while it is read, so few are, and none for long. */
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
  return async (c, client) => {
    const own = running.filter((one) => one === client).length
    if (running.length >= maxAtOnce || own >= maxOfClient) throw rateLimited(5)
    running.push(client)
    const timer = setTimeout(() => dropConnection(c), maxMs)
    try {
      return await readForm(c.req.raw, max)
    } finally {
      clearTimeout(timer)
      running.splice(running.indexOf(client), 1)
    }
  }
}

const overSize = (max: number) => tooLarge(`file: Must not be larger than ${max / 1024 / 1024} MB.`, { bytes: max })

function boundaryOf(contentType: string): string {
  const match = /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType)
  const boundary = match?.[1] ?? match?.[2]
  if (boundary === undefined) throw badRequest('file: Send it as multipart/form-data.')
  return boundary
}

const damaged = () => badRequest('The form is damaged or incomplete.', 'invalid_body')

/** The parts between the boundaries, without copying. */
function splitParts(body: Buffer, boundary: string): Part[] {
  const delimiter = `\r\n--${boundary}`
  const parts: Part[] = []
  // The preamble is ignored.
  let at = body.indexOf(delimiter.slice(2))
  if (at < 0) throw damaged()
  at += delimiter.length - 2
  while (body.toString('latin1', at, at + 2) !== '--') {
    const headersEnd = body.indexOf('\r\n\r\n', at)
    if (headersEnd < 0 || headersEnd - at > maxHeaderBytes) throw damaged()
    const end = body.indexOf(delimiter, headersEnd + 2)
    if (end < 0) throw damaged()
    if (parts.length === maxParts) throw badRequest(`The form has more than ${maxParts} fields.`, 'invalid_body')
    parts.push({
      ...nameOf(body.toString('utf8', at, headersEnd)),
      bytes: body.subarray(headersEnd + 4, Math.max(end, headersEnd + 4)),
    })
    at = end + delimiter.length
  }
  return parts
}

/** The name and file name in the headers of a part. Browsers escape the quote, CR and LF as `%22`, `%0D` and `%0A`. */
function nameOf(headers: string): Pick<Part, 'name' | 'filename'> {
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
