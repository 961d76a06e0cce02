import { FileType } from '../../../../shared/file.ts'
import { badRequest } from '../../../core/error.ts'

const longest = 200
const types: Record<string, FileType> = { markdown: 'md', htm: 'html' }

/**
 * The name of a file as it is shown: without the folders that some browsers send, and without characters that are not seen
 * or turn others around. At most 200 characters, of which the ending is never cut.
 */
export function nameOf(given: string): string {
  const base = given.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const name = base
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\ufffd]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
  const signs = [...name]
  const ending = [...(/\.[a-z]{1,8}$/i.exec(name)?.[0] ?? '')]
  return signs.length <= longest ? name : [...signs.slice(0, longest - ending.length), ...ending].join('')
}

/** What the ending of a name says that the file is. 400 for what cannot be learned. */
export function typeOf(name: string): FileType {
  const ending = /[^.]\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  const type = FileType.safeParse(types[ending] ?? ending)
  if (type.success) return type.data
  throw badRequest('file: Must be a .pdf, .docx, .txt, .md, .html, .csv or .json.')
}
