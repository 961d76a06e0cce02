import { Buffer } from 'node:buffer'
import { Unzip, UnzipInflate } from 'fflate'
import { failure } from '../../../core/failure.ts'
import { Unreadable } from '../../../core/reader.ts'

const maxEntries = 5000
/** Deflate expands a byte to at most 1,032, so one slice cannot exceed the limit by much before it is counted. */
const slice = 4 * 1024

const tooManyParts = () => {
  const sentence = `It is of more than ${maxEntries.toLocaleString('en')} parts.`
  return new Unreadable(failure('file_parts', sentence, { max: maxEntries }))
}

/**
 * Unpacks the wanted entries of an archive, by name. If two entries have the same name, the first one counts. The sizes
 * that the archive declares are ignored: the limit applies to the unpacked bytes.
 * @param max total bytes of all wanted entries
 * @throws Unreadable above a limit, and an Error for a damaged archive
 */
export function unzip(bytes: Uint8Array, wanted: (name: string) => boolean, max: number): Map<string, Uint8Array> {
  const found = new Map<string, Uint8Array[]>()
  let room = max
  let entries = 0
  const archive = new Unzip((entry) => {
    if (++entries > maxEntries) throw tooManyParts()
    if (!wanted(entry.name) || found.has(entry.name)) return
    const chunks: Uint8Array[] = []
    found.set(entry.name, chunks)
    entry.ondata = (error, chunk) => {
      if (error) throw error
      room -= chunk.length
      if (room < 0) throw new Unreadable(failure('file_unpacked', 'It is too large when it is unpacked.'))
      chunks.push(chunk)
    }
    entry.start()
  })
  archive.register(UnzipInflate)
  for (let at = 0; at < bytes.length; at += slice)
    archive.push(bytes.subarray(at, at + slice), at + slice >= bytes.length)
  return new Map([...found].map(([name, chunks]) => [name, Buffer.concat(chunks)]))
}
