import { Buffer } from 'node:buffer'
import { zipSync } from 'fflate'
import mammoth from 'mammoth'
import { failure } from '../../../core/failure.ts'
import { Unreadable } from '../../../core/reader.ts'
import { showAsWord } from './docx-view.ts'
import { readParts } from './page.ts'
import type { TextBuilder } from './text-builder.ts'
import { unzip } from './zip.ts'

const maxUnpacked = 50 * 1024 * 1024
/** How Mammoth ends a footnote. */
const backLink = / ?<a href="#(?:foot|end)note-ref-[^"]*">↑<\/a>/g
const compound = [0xd0, 0xcf, 0x11, 0xe0]

/** Reads a Word document with its headings, lists and tables. Images are not unpacked. */
export async function readDocx(bytes: Uint8Array, builder: TextBuilder): Promise<void> {
  if (compound.every((byte, at) => bytes[at] === byte))
    throw new Unreadable(
      failure('file_old_word', 'The file is protected by a password, or was written by a Word older than 2007.'),
    )
  // Mammoth unpacks without a limit, so it gets an archive of the measured entries only.
  const entries = unzip(bytes, (name) => /\.(?:xml|rels)$/i.test(name), maxUnpacked)
  const buffer = Buffer.from(zipSync(Object.fromEntries(showAsWord(entries)), { level: 0 }))
  const convertImage = mammoth.images.imgElement(async () => ({ src: '' }))
  const { value } = await mammoth.convertToHtml(
    { buffer },
    {
      ...{ convertImage, includeEmbeddedStyleMap: false },
      styleMap: ['strike => s'],
    },
  )
  builder.add(readParts(value.replace(backLink, '')))
}
