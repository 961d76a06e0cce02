import { Buffer } from 'node:buffer'
import { crc32, deflateSync } from 'node:zlib'
import { zipSync } from 'fflate'
import type { Reply, World } from './world.ts'

export type Sent = {
  name: string
  bytes: string | Uint8Array
  /** Default: the admin key; null: none. */
  key?: string | null
  query?: string
  headers?: Record<string, string>
}

/** Sends a file like a browser. */
export async function sendFile(
  { url, adminKey }: World,
  { name, bytes, key, query = '', headers }: Sent,
): Promise<Reply> {
  const form = new FormData()
  form.append('file', new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name))
  const authorization: Record<string, string> = key === null ? {} : { authorization: `Bearer ${key ?? adminKey}` }
  const response = await fetch(`${url}/api/v1/knowledge/files${query}`, {
    method: 'POST',
    headers: { ...authorization, ...headers },
    body: form,
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

/** Sends a file and waits until it is read. Returns how it is then listed. */
export async function learnFile(world: World, sent: Sent): Promise<Reply['body']> {
  const { status, body } = await sendFile(world, sent)
  if (status !== 201) throw new Error(`the file was refused: ${JSON.stringify(body)}`)
  return await fileRead(world, body.id)
}

/** Waits until a file is read, on any site. */
export async function fileRead(world: World, id: string): Promise<Reply['body']> {
  for (;;) {
    const file = await findRead(world, id)
    if (file) return file
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** A file once it is read. */
export async function findRead({ services }: World, id: string): Promise<Reply['body']> {
  const [file] = await services.database.sql`select * from files where id = ${id} and processed_at is not null`
  return file
}

/** A line of a page: its text, its size, and its distance to the line above. */
export type Line = { text: string; size?: number; step?: number; left?: number }

/** A PDF with these pages, compressed as most programs do. */
export function pdfOf(pages: (string | Line)[][], more: { trailer?: string; objects?: string[] } = {}): Uint8Array {
  const kids = pages.map((_, at) => `${4 + 2 * at} 0 R`).join(' ')
  const objects: (string | Buffer)[] = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${kids}]/Count ${pages.length}>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
    ...pages.flatMap((lines, at) => [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents ${5 + 2 * at} 0 R/Resources<</Font<</F1 3 0 R>>>>>>`,
      packed(drawn(lines)),
    ]),
    ...(more.objects ?? []),
  ]
  return writePdf(objects, more.trailer)
}

export const packed = (text: string | Uint8Array, filters = '/FlateDecode'): Buffer => {
  const data = deflateSync(text)
  return Buffer.concat([
    Buffer.from(`<</Length ${data.length}/Filter${filters}>>stream\n`),
    data,
    Buffer.from('\nendstream'),
  ])
}

/** A PDF with these objects. The first one is its catalogue. */
export function writePdf(objects: (string | Uint8Array)[], trailer = ''): Uint8Array {
  const parts = [Buffer.from('%PDF-1.7\n')]
  let length = parts[0]!.length
  const places = objects.map((object, at) => {
    const place = length
    const bytes = Buffer.concat([Buffer.from(`${at + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')])
    parts.push(bytes)
    length += bytes.length
    return place
  })
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<</Size ${size}/Root 1 0 R${trailer}>>\nstartxref\n${length}\n%%EOF`,
    ),
  )
  return Buffer.concat(parts)
}

/** The commands that draw lines from top to bottom. */
function drawn(lines: (string | Line)[]): string {
  let y = 800
  return lines
    .map((line) => {
      const { text, size = 11, step = 14, left = 60 } = typeof line === 'string' ? ({ text: line } as Line) : line
      y -= step
      const escaped = text.replace(/[\\()]/g, '\\$&')
      return `BT /F1 ${size} Tf 1 0 0 1 ${left} ${y} Tm (${escaped}) Tj ET`
    })
    .join('\n')
}

const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A Word document with this XML body. */
export function docxOf(body: string, more: Record<string, string | Uint8Array> = {}): Uint8Array {
  return zipOf({
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${relationships}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="${word}"><w:body>${body}</w:body></w:document>`,
    'word/styles.xml': `<w:styles xmlns:w="${word}">${[1, 2]
      .map(
        (level) =>
          `<w:style w:type="paragraph" w:styleId="Heading${level}"><w:name w:val="heading ${level}"/></w:style>`,
      )
      .join('')}</w:styles>`,
    ...more,
  })
}

export const paragraphOf = (text: string, style = ''): string =>
  `<w:p>${style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`

export const tableOf = (rows: string[][]): string =>
  `<w:tbl>${rows
    .map((cells) => `<w:tr>${cells.map((cell) => `<w:tc>${paragraphOf(cell)}</w:tc>`).join('')}</w:tr>`)
    .join('')}</w:tbl>`

/** A compressed archive, as a word processor writes it. */
export const zipOf = (entries: Record<string, string | Uint8Array>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(entries).map(([name, data]) => [name, Buffer.from(data)])))

/** A PNG of one grey, which browsers decode. */
export function drawnImage(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  // Eight bits of grey.
  header[8] = 8
  const rows = Buffer.alloc((width + 1) * height, 0x99)
  for (let row = 0; row < height; row++) rows[row * (width + 1)] = 0
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
