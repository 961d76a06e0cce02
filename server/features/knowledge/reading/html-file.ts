import { decodePage } from '../crawl/fetch.ts'
import { readPage } from './page.ts'
import type { Sheet } from './sheet.ts'

/** A page without an address: links that are not whole lead nowhere. */
export function readHtmlFile(bytes: Uint8Array, sheet: Sheet): void {
  const { markdown, language } = readPage(decodePage(bytes, ''), 'about:blank')
  sheet.add(markdown)
  sheet.language = language
}
