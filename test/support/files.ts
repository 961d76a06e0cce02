import { Buffer } from 'node:buffer'
import { deflateRawSync, deflateSync } from 'node:zlib'
import { zip } from '../../server/features/knowledge/reading/zip.ts'
import type { Reply, World } from './world.ts'

export type Sent = {
  name: string
  bytes: string | Uint8Array
  /** With the admin key unless one is given; null: none. */
  key?: string | null
  query?: string
  headers?: Record<string, string>
}

/** Sends a file as a browser does. */
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

/** Sends a file, and waits until it is read. Answers what is shown of it then. */
export async function learnFile(world: World, sent: Sent): Promise<Reply['body']> {
  const { status, body } = await sendFile(world, sent)
  if (status !== 201) throw new Error(`the file was refused: ${JSON.stringify(body)}`)
  return await fileRead(world, body.id)
}

/** Waits until a file is read, on whichever site it is. */
export async function fileRead(world: World, id: string): Promise<Reply['body']> {
  for (;;) {
    const file = await findRead(world, id)
    if (file) return file
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** A file, once it is read. */
export async function findRead({ parts }: World, id: string): Promise<Reply['body']> {
  const [file] = await parts.database.sql`select * from files where id = ${id} and processed_at is not null`
  return file
}

/** A line of a page: its text, its height, and how far below the line above it stands. */
export type Line = { text: string; size?: number; step?: number; left?: number }

/** A PDF with these pages, its text packed as by most writers. */
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

/** A PDF of these objects, of which the first is its catalogue. */
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

/** The commands that draw lines, the first near the upper edge. */
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

/** A Word document with this body, as its XML. */
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

/** An archive whose entries are packed, as a word processor writes it. */
export function zipOf(entries: Record<string, string | Uint8Array>): Uint8Array {
  const archive = zip(new Map(Object.entries(entries).map(([name, data]) => [name, Buffer.from(data)])))
  return packEntries(archive)
}

/** The same archive with each of its entries packed. */
function packEntries(archive: Buffer): Uint8Array {
  const local: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (let at = 0; archive.readUInt32LE(at) === 0x04034b50; ) {
    const [size, length] = [archive.readUInt32LE(at + 18), archive.readUInt16LE(at + 26)]
    const head = Buffer.from(archive.subarray(at, at + 30 + length))
    const data = deflateRawSync(archive.subarray(at + 30 + length, at + 30 + length + size))
    head.writeUInt16LE(8, 8)
    head.writeUInt32LE(data.length, 18)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    central.push(Buffer.from('PK\x01\x02\x14\0', 'latin1'), head.subarray(4, 30), place, head.subarray(30))
    local.push(head, data)
    offset += head.length + data.length
    at += 30 + length + size
  }
  const end = Buffer.from(archive.subarray(-22))
  end.writeUInt32LE(
    central.reduce((sum, { length }) => sum + length, 0),
    12,
  )
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...local, ...central, end])
}
