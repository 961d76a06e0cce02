import type { FileType } from '../../../../shared/file.ts'
import { failure } from '../../../core/failure.ts'
import { type FileText, Unreadable } from '../../../core/reader.ts'
import { cutPassages } from '../passages.ts'
import { decodeFile } from './charset.ts'
import { createTextBuilder, type TextBuilder } from './text-builder.ts'

/** How much of a file is learned: about 150 pages. */
export const maxCharacters = 300_000

/** Writes the text of a file. */
type Read = (bytes: Uint8Array, builder: TextBuilder) => void | Promise<void>

/** Imported on demand, because some are large. */
const readers: Record<FileType, () => Promise<Read>> = {
  pdf: async () => (await import('./pdf.ts')).readPdf,
  docx: async () => (await import('./docx.ts')).readDocx,
  html: async () => (await import('./page.ts')).readHtmlFile,
  csv: async () => (await import('./csv.ts')).readCsv,
  json: async () => (await import('./json.ts')).readJson,
  md: async () => (bytes, builder) => builder.add(withoutFrontMatter(decodeFile(bytes))),
  txt: async () => (bytes, builder) => builder.add(decodeFile(bytes)),
}

/** The text of a file as Markdown. Throws Unreadable with the reason if nothing can be learned from it. */
export async function readFile(type: FileType, bytes: Uint8Array): Promise<FileText> {
  const builder = createTextBuilder(maxCharacters)
  const read = await readers[type]()
  await read(bytes, builder)
  const markdown = builder.text()
  if (/[\p{L}\p{N}]/u.test(markdown)) {
    const { language } = builder
    return { markdown, passages: cutPassages(markdown), truncated: builder.isFull(), language }
  }
  throw new Unreadable(
    type === 'pdf'
      ? failure('file_scan', 'No text was found: it may be a scan, which is a picture of text.')
      : failure('file_empty', 'There is no text in it.'),
  )
}

/** Front matter: `key: value` lines between two lines of three dashes. */
const withoutFrontMatter = (text: string) =>
  text.replace(/^\ufeff?---\r?\n(?=[\w-]+\s*:)[\s\S]*?\r?\n---[ \t]*(?:\r?\n|$)/, '')
