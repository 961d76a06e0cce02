import mammoth from 'mammoth'
import { Unreadable } from '../../../core/reader.ts'
import { readParts } from './page.ts'
import type { Sheet } from './sheet.ts'
import { unzip, zip } from './zip.ts'

const mostUnpacked = 50 * 1024 * 1024
const compound = [0xd0, 0xcf, 0x11, 0xe0]

/** Reads a Word document with its headings, lists and tables. Pictures are not unpacked. */
export async function readDocx(bytes: Uint8Array, sheet: Sheet): Promise<void> {
  if (compound.every((byte, at) => bytes[at] === byte))
    throw new Unreadable('The file is protected by a password, or was written by a Word older than 2007.')
  // What was counted is packed anew, so that nobody else unpacks what was not.
  const buffer = zip(unzip(bytes, (name) => /\.(?:xml|rels)$/i.test(name), mostUnpacked))
  const convertImage = mammoth.images.imgElement(async () => ({ src: '' }))
  const { value } = await mammoth.convertToHtml({ buffer }, { convertImage, includeEmbeddedStyleMap: false })
  sheet.add(readParts(value))
}
