/** What a file's name and first bytes say about it. Neither is trusted: names are cleaned, and both must agree. */

const maxLength = 200

/**
 * The display name of a file: without the folders that some browsers send, and without invisible or bidirectional
 * control characters. At most 200 characters; the extension is never cut.
 */
export function cleanFileName(given: string): string {
  const base = given.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const name = base
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\ufffd]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
  const signs = [...name]
  const ending = [...(/\.[a-z]{1,8}$/i.exec(name)?.[0] ?? '')]
  return signs.length <= maxLength ? name : [...signs.slice(0, maxLength - ending.length), ...ending].join('')
}

/** The extension of a cleaned name in lower case, without the dot; empty if there is none. */
export const fileEnding = (name: string): string => /[^.]\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''

const utf16 = [
  [0xff, 0xfe],
  [0xfe, 0xff],
]

/** Text contains no NUL bytes, unless it begins with a UTF-16 byte order mark. */
export const isText = (bytes: Uint8Array): boolean =>
  utf16.some((mark) => beginsWith(bytes, mark)) || !(bytes.includes(0) || latin(bytes.subarray(0, 5)) === '%PDF-')

export const beginsWith = (bytes: Uint8Array, mark: number[]): boolean => mark.every((byte, at) => bytes[at] === byte)
export const latin = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes)
