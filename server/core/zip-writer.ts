import { Zip, ZipDeflate } from 'fflate'

/** @property at time of the last change, in milliseconds */
export type ZipEntry = { name: string; parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>; at: number }

/** The limits of an archive without the ZIP64 extension, which some programs cannot read. */
const maxBytes = 0xffff_ffff
const maxEntries = 0xffff

/** The years that the format can express, in each time zone. */
const [earliest, latest] = [Date.UTC(1980, 0, 2), Date.UTC(2099, 11, 30)]

/**
 * Writes an archive entry by entry. Each part is compressed in turn, so only one is in memory.
 * @throws if the archive is too large for programs that read only 32-bit archives
 */
export async function* writeZip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  let chunks: Uint8Array[] = []
  let [size, count] = [0, 0]
  const archive = new Zip((error, chunk) => {
    if (error) throw error
    size += chunk.length
    chunks.push(chunk)
  })
  const takeChunks = () => {
    const taken = chunks
    chunks = []
    return taken
  }
  for await (const { name, parts, at } of entries) {
    if (++count > maxEntries || size > maxBytes) throw new Error('the archive is too large')
    const entry = new ZipDeflate(name)
    entry.mtime = Math.min(Math.max(at, earliest), latest)
    archive.add(entry)
    for await (const part of parts) {
      entry.push(part)
      yield* takeChunks()
    }
    entry.push(new Uint8Array(), true)
    yield* takeChunks()
  }
  archive.end()
  yield* takeChunks()
}
