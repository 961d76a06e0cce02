import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { badRequest, tooLarge } from '../core/error.ts'
import { readBytes } from '../door/request.ts'

/** Room for what stands around the file in a form. */
const around = 16 * 1024
const mostHeaders = 8 * 1024
const mostParts = 20

type Part = { name: string; filename: string | undefined; bytes: Buffer }

/**
 * The fields of a form with one file, `file`. What is too large is refused as soon as that is known. `hash` stands for what
 * is in the file, where two requests are compared.
 * @param most bytes of the file
 */
export async function readForm(request: Request, most: number): Promise<Record<string, unknown>> {
  const boundary = boundaryOf(request.headers.get('content-type') ?? '')
  const parts = splitParts(Buffer.from(await readBytes(request, most + around, () => overSize(most))), boundary)
  const files = parts.filter(({ filename }) => filename !== undefined)
  if (files.length > 1) throw badRequest('file: Send one file at a time.')
  const texts = parts.filter(({ filename }) => filename === undefined)
  const fields = Object.fromEntries(texts.map(({ name, bytes }) => [name, bytes.toString()]))
  const [sent] = files
  if (sent?.name !== 'file' || !sent.filename) throw badRequest('file: Must be a file with a name.')
  if (sent.bytes.length > most) throw overSize(most)
  const hash = createHash('sha256').update(sent.bytes).digest('base64url')
  return { ...fields, file: new File([new Uint8Array(sent.bytes)], sent.filename), hash: `${sent.filename} ${hash}` }
}

const overSize = (most: number) => tooLarge(`file: It is over ${most / 1024 / 1024} MB.`, { bytes: most })

function boundaryOf(contentType: string): string {
  const match = /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType)
  const boundary = match?.[1] ?? match?.[2]
  if (boundary === undefined) throw badRequest('file: Send it as multipart/form-data.')
  return boundary
}

const damaged = () => badRequest('The form is damaged, or was cut off.', 'invalid_body')

/** The parts between the boundaries, none of them copied. */
function splitParts(body: Buffer, boundary: string): Part[] {
  const delimiter = `\r\n--${boundary}`
  const parts: Part[] = []
  // What stands before the first boundary counts for nothing.
  let at = body.indexOf(delimiter.slice(2))
  if (at < 0) throw damaged()
  at += delimiter.length - 2
  while (body.toString('latin1', at, at + 2) !== '--') {
    const headersEnd = body.indexOf('\r\n\r\n', at)
    if (headersEnd < 0 || headersEnd - at > mostHeaders) throw damaged()
    const end = body.indexOf(delimiter, headersEnd + 2)
    if (end < 0) throw damaged()
    if (parts.length === mostParts) throw badRequest(`The form has more than ${mostParts} fields.`, 'invalid_body')
    parts.push({
      ...nameOf(body.toString('utf8', at, headersEnd)),
      bytes: body.subarray(headersEnd + 4, Math.max(end, headersEnd + 4)),
    })
    at = end + delimiter.length
  }
  return parts
}

/** What the headers of a part call it. Browsers write the signs that would end a name as `%22`, `%0D` and `%0A`. */
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
