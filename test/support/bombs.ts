import { Buffer } from 'node:buffer'
import { deflateSync } from 'node:zlib'
import { docxOf, packed, paragraphOf, pdfOf, writePdf } from './files.ts'

const megabytes = (count: number, fill = ' ') => Buffer.alloc(count * 1024 * 1024, fill)
const nested = (open: string, close: string, count: number) => `${open.repeat(count)}x${close.repeat(count)}`

/** An archive that declares each of its entries to be one byte long. */
function lying(archive: Uint8Array): Uint8Array {
  const bytes = Buffer.from(archive)
  for (let at = bytes.indexOf('PK\x01\x02'); at >= 0; at = bytes.indexOf('PK\x01\x02', at + 4))
    bytes.writeUInt32LE(1, at + 24)
  return bytes
}

const pages = (kids: string, count: number) => [
  '<</Type/Catalog/Pages 2 0 R>>',
  `<</Type/Pages/Kids[${kids}]/Count ${count}>>`,
  '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>',
]

/** Pages that show nothing but take minutes: each runs the same million commands. */
export const slow = () => writePdf([...pages('3 0 R '.repeat(2000), 2000), packed('q Q '.repeat(1_000_000))])

/** The kind of each, the name of its file, its bytes, and the message with which reading it ends. */
export const bombs: [string, string, () => string | Uint8Array, RegExp][] = [
  [
    'an archive that unpacks to 60 MB',
    'a.docx',
    () => docxOf('', { 'word/more.xml': megabytes(60) }),
    /too large when/,
  ],
  ['one that lies of it', 'b.docx', () => lying(docxOf('', { 'word/more.xml': megabytes(60) })), /too large when/],
  ['an archive that is cut off', 'c.docx', () => docxOf(paragraphOf('Text.')).subarray(0, 300), /damaged/],
  ['XML nested without end', 'd.docx', () => docxOf(nested('<w:p>', '</w:p>', 100_000)), /damaged|memory|no text/],
  ['a password', 'e.docx', () => Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1), /password/],
  [
    'a password of a PDF',
    'a.pdf',
    () =>
      pdfOf([['Secret']], {
        trailer: `/ID[<${'00'.repeat(16)}><${'00'.repeat(16)}>]/Encrypt 6 0 R`,
        objects: [`<</Filter/Standard/V 2/R 3/Length 128/P -44/O<${'11'.repeat(32)}>/U<${'22'.repeat(32)}>>>`],
      }),
    /password/,
  ],
  ['a scan', 'b.pdf', () => pdfOf([[]]), /may be a scan/],
  ['a million pages that are not there', 'c.pdf', () => writePdf(pages('3 0 R', 1_000_000)), /damaged|scan/],
  ['pages in themselves', 'd.pdf', () => writePdf(pages('2 0 R', 1)), /damaged|scan/],
  [
    'a stream that is packed twice',
    'e.pdf',
    () => writePdf([...pages('3 0 R', 1), packed(deflateSync(megabytes(250)), '[/FlateDecode/FlateDecode]')]),
    /too large when/,
  ],
  [
    'a page of 300 MB of commands',
    'g.pdf',
    () => writePdf([...pages('3 0 R', 1), packed(megabytes(300, 'q Q 1 0 0 1 0 0 cm '))]),
    /too large when/,
  ],
  ['half a PDF', 'f.pdf', () => `%PDF-1.7\n${nested('[', ']', 100_000)}`, /damaged/],
  ['JSON nested without end', 'a.json', () => nested('[', ']', 500_000).replace('x', '1'), /100 levels/],
  ['objects nested without end', 'b.json', () => `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`, /100 levels/],
  ['a megabyte of [', 'c.json', () => '['.repeat(1_000_000), /no valid JSON/],
  ['a million columns', 'a.csv', () => 'a,'.repeat(1_000_000), /1,000 columns/],
  ['a quotation mark that is not closed', 'b.csv', () => `a,b\n"${'x,'.repeat(1000)}`, /quotation mark/],
]
