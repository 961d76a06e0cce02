import { badRequest } from './error.ts'
import { beginsWith, cleanFileName, fileEnding, isText, latin } from './file-check.ts'
import { readImageSize } from './image-size.ts'

type FileKind = { media: string; endings: string[]; is(bytes: Uint8Array): boolean }

const zip = [0x50, 0x4b, 0x03, 0x04]
const office = 'application/vnd.openxmlformats-officedocument'
const kinds: FileKind[] = [
  { media: 'image/jpeg', endings: ['jpg', 'jpeg'], is: (bytes) => beginsWith(bytes, [0xff, 0xd8, 0xff]) },
  { media: 'image/png', endings: ['png'], is: (bytes) => beginsWith(bytes, [0x89, 0x50, 0x4e, 0x47]) },
  { media: 'image/gif', endings: ['gif'], is: (bytes) => latin(bytes.subarray(0, 4)) === 'GIF8' },
  {
    ...{ media: 'image/webp', endings: ['webp'] },
    is: (bytes) => latin(bytes.subarray(0, 4)) === 'RIFF' && latin(bytes.subarray(8, 12)) === 'WEBP',
  },
  { media: 'application/pdf', endings: ['pdf'], is: (bytes) => latin(bytes.subarray(0, 5)) === '%PDF-' },
  { media: `${office}.wordprocessingml.document`, endings: ['docx'], is: (bytes) => beginsWith(bytes, zip) },
  { media: `${office}.spreadsheetml.sheet`, endings: ['xlsx'], is: (bytes) => beginsWith(bytes, zip) },
  { media: 'text/plain', endings: ['txt'], is: isText },
  { media: 'text/csv', endings: ['csv'], is: isText },
]

/** An image unpacks to four bytes per pixel on the screens of those who look at it. */
const maxPixels = 50_000_000

/**
 * Checks a file of a chat or a job by its name and first bytes.
 * @returns its cleaned name, the media type that the first bytes prove, and the size of an image
 * @throws 400 if it is of no accepted kind
 */
export function proveFile(given: string, head: Uint8Array) {
  const name = cleanFileName(given)
  const { media } = kindOf(name, head)
  const isImage = media.startsWith('image/')
  const pixels = isImage ? readImageSize(head) : undefined
  if (isImage && (!pixels || pixels.width * pixels.height > maxPixels))
    throw badRequest('file: The image is damaged, or has too many pixels.', 'file_not_accepted')
  return { name, media, pixels }
}

/** The kind that the extension names, if the first bytes confirm it. */
function kindOf(name: string, bytes: Uint8Array): FileKind {
  const ending = fileEnding(name)
  const kind = kinds.find(({ endings }) => endings.includes(ending))
  if (!kind)
    throw badRequest(`file: Must be one of ${kinds.flatMap(({ endings }) => endings).join(', ')}.`, 'file_not_accepted')
  if (bytes.length === 0) throw badRequest('file: The file is empty.', 'file_not_accepted')
  if (!kind.is(bytes))
    throw badRequest(`file: This is not a .${ending} file, although its name says so.`, 'file_not_accepted')
  return kind
}
