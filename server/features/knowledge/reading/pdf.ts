import { Buffer } from 'node:buffer'
import { getDocumentProxy } from 'unpdf'
import { Unreadable } from '../../../core/reader.ts'
import { linesOf, type PdfLine } from './pdf-lines.ts'
import { holdsBomb } from './pdf-streams.ts'
import { writeLines } from './pdf-text.ts'
import type { Sheet } from './sheet.ts'

const mostPages = 2000

/** What is loaded of nothing else: no fonts, no tables of characters, no pictures. */
const options = { verbosity: 0, disableFontFace: true, useSystemFonts: false, isOffscreenCanvasSupported: false }

/** Reads a PDF: its lines, and what their places and sizes say of headings and paragraphs. */
export async function readPdf(bytes: Uint8Array, sheet: Sheet): Promise<void> {
  if (holdsBomb(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)))
    throw new Unreadable('It is too large when it is unpacked.')
  const document = await open(bytes)
  const pages: PdfLine[][] = []
  let length = 0
  for (let number = 1; number <= Math.min(document.numPages, mostPages) && !sheet.isFullAt(length); number++) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    const lines = linesOf(items.flatMap((item) => ('str' in item ? [item] : [])))
    length += lines.reduce((sum, { text }) => sum + text.length, 0)
    pages.push(lines)
    page.cleanup()
  }
  writeLines(pages, sheet)
  if (pages.length < document.numPages) sheet.leaveRest()
}

async function open(bytes: Uint8Array) {
  try {
    return await getDocumentProxy(bytes, options)
  } catch (error) {
    const { name } = error as Error
    if (name === 'PasswordException') throw new Unreadable('The file is protected by a password.')
    throw new Unreadable('It is no PDF that can be read, or it is damaged.')
  }
}
