import type { FileType } from '../../../../shared/file.ts'
import { badRequest } from '../../../core/error.ts'

/** As far as readers look for the beginning of a PDF. */
const lookedAt = 1024

/** How a file begins that is protected by a password; so does one of an old Word, of which the reader tells. */
const compound = [0xd0, 0xcf, 0x11, 0xe0]
const zip = [0x50, 0x4b, 0x03, 0x04]
const utf16 = [
  [0xff, 0xfe],
  [0xfe, 0xff],
]

/** Refuses a file that is not what its name says, as far as its first bytes tell. The rest is for its reader. */
export function refuseDisguised(type: FileType, bytes: Uint8Array): void {
  if (bytes.length === 0) throw badRequest('file: This file is empty.')
  if (type === 'pdf' && !latin(bytes.subarray(0, lookedAt)).includes('%PDF-'))
    throw badRequest('file: This is not a PDF, although its name ends like one.')
  if (type === 'docx' && ![zip, compound].some((mark) => begins(bytes, mark)))
    throw badRequest('file: This is not a Word document, although its name ends like one.')
  if (type !== 'pdf' && type !== 'docx' && !isText(bytes))
    throw badRequest('file: This is not text, although its name ends like one.')
}

/** Text holds no NUL, unless it is of two bytes a character, which it says at its beginning. */
const isText = (bytes: Uint8Array) =>
  utf16.some((mark) => begins(bytes, mark)) || !(bytes.includes(0) || latin(bytes.subarray(0, 5)) === '%PDF-')

const begins = (bytes: Uint8Array, mark: number[]) => mark.every((byte, at) => bytes[at] === byte)
const latin = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes)
