import type { FileType } from '../../../../shared/file.ts'
import { type FileText, Unreadable } from '../../../core/reader.ts'
import { decodePage } from '../crawl/fetch.ts'
import { cutPassages } from '../passages.ts'
import { createSheet, type Sheet } from './sheet.ts'

/** What of a file is learned: some 150 pages. */
export const mostCharacters = 300_000

/** Writes what a file says on the sheet. */
type Read = (bytes: Uint8Array, sheet: Sheet) => void | Promise<void>

/** Loaded when they are needed: some are large. */
const readers: Record<FileType, () => Promise<Read>> = {
  pdf: async () => (await import('./pdf.ts')).readPdf,
  docx: async () => (await import('./docx.ts')).readDocx,
  html: async () => (await import('./html-file.ts')).readHtmlFile,
  csv: async () => (await import('./csv.ts')).readCsv,
  json: async () => (await import('./json.ts')).readJson,
  md: async () => (bytes, sheet) => sheet.add(withoutFrontMatter(decodePage(bytes, ''))),
  txt: async () => (bytes, sheet) => sheet.add(decodePage(bytes, '')),
}

/** What a file says, as Markdown. Throws Unreadable with the reason in words where nothing can be learned from it. */
export async function readFile(type: FileType, bytes: Uint8Array): Promise<FileText> {
  const sheet = createSheet(mostCharacters)
  const read = await readers[type]()
  await read(bytes, sheet)
  const markdown = sheet.text()
  if (/[\p{L}\p{N}]/u.test(markdown)) {
    const { language } = sheet
    return { markdown, passages: cutPassages(markdown), truncated: sheet.isFull(), language }
  }
  throw new Unreadable(
    type === 'pdf' ? 'No text was found: it may be a scan, which is a picture of text.' : 'There is no text in it.',
  )
}

/** What some programs note above the text, as `key: value` between two lines of three dashes. */
const withoutFrontMatter = (text: string) =>
  text.replace(/^\ufeff?---\r?\n(?=[\w-]+\s*:)[\s\S]*?\r?\n---[ \t]*(?:\r?\n|$)/, '')
