import { Buffer } from 'node:buffer'
import { crc32, inflateRawSync } from 'node:zlib'
import { Unreadable } from '../../../core/reader.ts'

const mostEntries = 5000
const endMark = 0x06054b50
const entryMark = 0x02014b50
const localMark = 0x04034b50
const endLength = 22
const entryLength = 46
const localLength = 30

/**
 * Unpacks the entries of an archive that are wanted, by their names. What it says of their sizes is not believed: it is
 * counted what comes out.
 * @param most bytes that all of them may have together
 */
export function unzip(bytes: Uint8Array, wanted: (name: string) => boolean, most: number): Map<string, Uint8Array> {
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const found = new Map<string, Uint8Array>()
  let room = most
  for (const { name, method, offset, size } of listEntries(archive)) {
    if (!wanted(name) || found.has(name)) continue
    const start = offset + localLength + archive.readUInt16LE(offset + 26) + archive.readUInt16LE(offset + 28)
    if (archive.readUInt32LE(offset) !== localMark) throw new Error('an entry is not where the archive says')
    const data = inflate(archive.subarray(start, start + size), method, room)
    room -= data.length
    found.set(name, data)
  }
  return found
}

type Entry = { name: string; method: number; offset: number; size: number }

function listEntries(archive: Buffer): Entry[] {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || archive.readUInt32LE(end) !== endMark || end + endLength > archive.length)
    throw new Error('the archive has no end')
  const count = archive.readUInt16LE(end + 10)
  if (count > mostEntries) throw new Unreadable(`It is of more than ${mostEntries.toLocaleString('en')} parts.`)
  const entries: Entry[] = []
  for (let at = archive.readUInt32LE(end + 16); entries.length < count; ) {
    if (archive.readUInt32LE(at) !== entryMark) throw new Error('the archive’s list is damaged')
    const length = archive.readUInt16LE(at + 28)
    entries.push({
      name: archive.toString('utf8', at + entryLength, at + entryLength + length),
      method: archive.readUInt16LE(at + 10),
      size: archive.readUInt32LE(at + 20),
      offset: archive.readUInt32LE(at + 42),
    })
    at += entryLength + length + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
  }
  return entries
}

function inflate(data: Buffer, method: number, room: number): Uint8Array {
  const tooLarge = () => new Unreadable('It is too large when it is unpacked.')
  if (room <= 0 || (method === 0 && data.length > room)) throw tooLarge()
  if (method === 0) return data
  if (method !== 8) throw new Error(`an entry is packed in the unknown way ${method}`)
  try {
    return inflateRawSync(data, { maxOutputLength: room })
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge()
    throw error
  }
}

/** Packs entries as an archive, none of them made smaller. */
export function zip(entries: Map<string, Uint8Array>): Buffer {
  const files: Buffer[] = []
  const list: Buffer[] = []
  let offset = 0
  for (const [name, data] of entries) {
    const title = Buffer.from(name)
    // Version, flags, method, time, date, sum, packed and unpacked size, length of the name, of what is added.
    const about = Buffer.alloc(26)
    about.writeUInt16LE(20, 0)
    about.writeUInt16LE(0x0800, 2)
    about.writeUInt32LE(crc32(data), 10)
    about.writeUInt32LE(data.length, 14)
    about.writeUInt32LE(data.length, 18)
    about.writeUInt16LE(title.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    files.push(mark(localMark), about, title, Buffer.from(data.buffer, data.byteOffset, data.byteLength))
    list.push(mark(entryMark), Buffer.from([20, 0]), about, place, title)
    offset += localLength + title.length + data.length
  }
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.size, 4)
  end.writeUInt16LE(entries.size, 6)
  end.writeUInt32LE(
    list.reduce((sum, { length }) => sum + length, 0),
    8,
  )
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...files, ...list, mark(endMark), end])
}

function mark(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
