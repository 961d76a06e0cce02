import { Buffer } from 'node:buffer'
import { crc32, deflateRawSync } from 'node:zlib'

export type ZipEntry = { name: string; bytes: Uint8Array; at: number }

/** What the form without its 64-bit extension counts up to. */
const mostBytes = 0xffff_ffff
const mostEntries = 0xffff

/**
 * Writes an archive entry by entry, each packed when it is its turn: no more than one is held. Throws where it would become
 * larger than every program can read.
 */
export async function* writeZip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const list: Buffer[] = []
  let offset = 0
  for await (const entry of entries) {
    const name = Buffer.from(entry.name)
    const packed = deflateRawSync(entry.bytes)
    const about = describe(entry, packed.length, name.length)
    const local = Buffer.concat([mark(0x04034b50), about, name])
    list.push(listed(about, name, offset))
    offset += local.length + packed.length
    if (offset > mostBytes || list.length > mostEntries) throw new Error('the archive is too large')
    yield local
    yield packed
  }
  const directory = Buffer.concat(list)
  yield directory
  yield ending(list.length, directory.length, offset)
}

const mark = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

/** What stands of an entry both before it and in the list: version 2.0, a name in UTF-8, deflated, time, check, sizes. */
function describe({ bytes, at }: ZipEntry, packed: number, nameLength: number): Buffer {
  const about = Buffer.alloc(26)
  const { day, time } = dosTime(new Date(at))
  about.writeUInt16LE(20, 0)
  about.writeUInt16LE(0x0800, 2)
  about.writeUInt16LE(8, 4)
  about.writeUInt16LE(time, 6)
  about.writeUInt16LE(day, 8)
  about.writeUInt32LE(crc32(bytes), 10)
  about.writeUInt32LE(packed, 14)
  about.writeUInt32LE(bytes.length, 18)
  about.writeUInt16LE(nameLength, 22)
  return about
}

/** In UTC; the form knows no zones, and no year before 1980. */
function dosTime(date: Date): { day: number; time: number } {
  const year = Math.min(Math.max(date.getUTCFullYear(), 1980), 2107)
  return {
    day: ((year - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate(),
    time: (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1),
  }
}

/** The entry in the list at the end, with where it is. */
function listed(about: Buffer, name: Buffer, offset: number): Buffer {
  const rest = Buffer.alloc(14)
  rest.writeUInt32LE(offset, 10)
  return Buffer.concat([mark(0x02014b50), about.subarray(0, 2), about, rest, name])
}

function ending(count: number, length: number, offset: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(length, 12)
  end.writeUInt32LE(offset, 16)
  return end
}
