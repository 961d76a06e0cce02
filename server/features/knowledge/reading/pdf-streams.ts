import type { Buffer } from 'node:buffer'
import { inflateSync } from 'node:zlib'

/** The commands of a page are a few megabytes at most. */
const maxBytes = 64 * 1024 * 1024
const maxStreams = 20_000
const maxFilters = 4
/** What stands before a stream and says what it is, in bytes. */
const dictionaryBytes = 1_000

/**
 * Whether a stream of a PDF unpacks to more than any page needs. The library unpacks without a limit. Pictures are large, but
 * are never unpacked for their text.
 */
export function holdsBomb(file: Buffer): boolean {
  let count = 0
  for (let at = file.indexOf('stream'); at >= 0 && count < maxStreams; at = file.indexOf('stream', at + 6)) {
    const before = file.toString('latin1', Math.max(0, at - dictionaryBytes), at)
    const dictionary = before.slice(before.lastIndexOf(' obj') + 1)
    const filters = dictionary.match(/\/(?:FlateDecode|Fl)\b/g)?.length ?? 0
    if (before.endsWith('end') || filters === 0 || /\/Subtype\s*\/Image\b/.test(dictionary)) continue
    count++
    const start = file[at + 6] === 0x0d ? at + 8 : at + 7
    if (isBomb(file.subarray(start), Math.min(filters, maxFilters))) return true
  }
  return false
}

function isBomb(packed: Uint8Array, times: number): boolean {
  let bytes = packed
  try {
    for (let time = 0; time < times; time++) bytes = inflateSync(bytes, { maxOutputLength: maxBytes })
    return false
  } catch (error) {
    // What is damaged is for the library to judge.
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
  }
}
