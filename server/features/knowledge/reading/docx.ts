import { Buffer } from 'node:buffer'
import { zipSync } from 'fflate'
import mammoth from 'mammoth'
import { failure } from '../../../core/failure.ts'
import { Unreadable } from '../../../core/reader.ts'
import { readParts } from './page.ts'
import type { TextBuilder } from './text-builder.ts'
import { unzip } from './zip.ts'

const maxUnpacked = 50 * 1024 * 1024
const compound = [0xd0, 0xcf, 0x11, 0xe0]

/** Reads a Word document with its headings, lists and tables. Images are not unpacked. */
export async function readDocx(bytes: Uint8Array, builder: TextBuilder): Promise<void> {
  if (compound.every((byte, at) => bytes[at] === byte))
    throw new Unreadable(
      failure('file_old_word', 'The file is protected by a password, or was written by a Word older than 2007.'),
    )
  // Mammoth unpacks without a limit, so it gets an archive of the measured entries only.
  const entries = unzip(bytes, (name) => /\.(?:xml|rels)$/i.test(name), maxUnpacked)
  const shown = [...entries].map(([name, xml]) => [name, name.startsWith('word/') ? showAsWord(xml) : xml] as const)
  const buffer = Buffer.from(zipSync(Object.fromEntries(shown), { level: 0 }))
  const convertImage = mammoth.images.imgElement(async () => ({ src: '' }))
  const { value } = await mammoth.convertToHtml(
    { buffer },
    {
      ...{ convertImage, includeEmbeddedStyleMap: false },
      styleMap: ['strike => s'],
    },
  )
  builder.add(readParts(value))
}

const hiddenRun =
  /<w:r(?:\s[^>]*)?>\s*<w:rPr>((?:(?!<w:r[\s>]|<\/w:rPr>).)*)<\/w:rPr>(?:(?!<w:r[\s>]|<\/w:r>).)*<\/w:r>/gs
const vanish = /<w:vanish(?:\s+w:val="(?:1|true|on)")?\s*\/>/

/**
 * Shows what Word shows and Mammoth does not know: moved text only at its new place, like inserted and deleted text; the
 * content of fields and of marked text; and no hidden text.
 */
function showAsWord(xml: Uint8Array): Uint8Array {
  const text = Buffer.from(xml.buffer, xml.byteOffset, xml.length).toString('utf8')
  const shown = text
    .replace(/<(\/?)w:move(From|To)(?=[\s/>])/g, (_, end, place) => `<${end}w:${place === 'To' ? 'ins' : 'del'}`)
    .replace(/<(\/?)w:(?:fldSimple|bdo|dir|customXml)(?=[\s/>])/g, '<$1w:ins')
    .replace(hiddenRun, (run, looks) => (vanish.test(looks.replace(/<w:rPrChange[\s\S]*/, '')) ? '' : run))
  return shown === text ? xml : Buffer.from(shown)
}
