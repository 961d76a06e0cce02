import { deflateRawSync } from 'node:zlib'
import { strFromU8, unzipSync, type ZipOptions, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { Unreadable } from '../../server/core/reader.ts'
import { writeZip, type ZipEntry } from '../../server/core/zip-writer.ts'
import { unzip } from '../../server/features/knowledge/reading/zip.ts'

const pack = (entries: Record<string, string>, options: ZipOptions = {}): Buffer =>
  Buffer.from(
    zipSync(Object.fromEntries(Object.entries(entries).map(([name, text]) => [name, Buffer.from(text)])), options),
  )

async function write(...entries: ZipEntry[]): Promise<Buffer> {
  async function* given() {
    yield* entries
  }
  return Buffer.concat(await Array.fromAsync(writeZip(given())))
}

const all = () => true
const textsOf = (found: Iterable<[string, Uint8Array]>) =>
  Object.fromEntries([...found].map(([name, bytes]) => [name, strFromU8(bytes)]))
/** The archive with another number at a position. */
const withNumber = (zip: Buffer, at: number, value: number, bytes: 2 | 4) => {
  const changed = Buffer.from(zip)
  changed.writeUIntLE(value, at, bytes)
  return changed
}

test('only wanted entries are unpacked', () => {
  const zip = pack({ 'a.txt': 'one', 'b.bin': 'two', 'ä.txt': 'three' })
  expect(textsOf(unzip(zip, (name) => name.endsWith('.txt'), 100))).toEqual({ 'a.txt': 'one', 'ä.txt': 'three' })
})

test('an entry without a declared size is unpacked, across slices', async () => {
  const text = Array.from({ length: 9000 }, (_, at) => at * at).join(' ')
  const zip = await write(
    { name: 'a', parts: [Buffer.from(text)], at: 0 },
    { name: 'b', parts: [Buffer.from('b')], at: 0 },
  )
  expect(zip.length).toBeGreaterThan(3 * 8192)
  expect(textsOf(unzip(zip, all, 100_000))).toEqual({ a: text, b: 'b' })
})

test('[threat 3] the limit applies to the unpacked size of all entries together', () => {
  const zip = pack({ a: 'x'.repeat(60), b: 'y'.repeat(60) })
  expect(unzip(zip, all, 120).size).toBe(2)
  expect(() => unzip(zip, all, 119)).toThrow(Unreadable)
  expect(() => unzip(zip, all, 60)).toThrow('too large when it is unpacked')
  expect(unzip(zip, (name) => name === 'b', 60).size).toBe(1)
})

test('[threat 13] an entry that lies about its size is given up soon after the limit', () => {
  const bomb = deflateRawSync(Buffer.alloc(40_000_000))
  // Reading as far as this finds the damage.
  bomb.fill(0xff, 16 * 1024)
  const stored = pack({ a: '' }, { level: 0 })
  const zip = Buffer.concat([stored.subarray(0, 31), bomb])
  zip.writeUInt16LE(8, 8)
  zip.writeUInt32LE(bomb.length, 18)
  zip.writeUInt32LE(10, 22)
  expect(() => unzip(zip, all, 1_000_000)).toThrow('too large when it is unpacked')
  expect(() => unzip(zip, all, 40_000_000)).toThrow('unexpected EOF')
})

test('of two entries with one name the first is used, and counts once', () => {
  const zip = pack({ a: 'x'.repeat(60), b: 'y'.repeat(60) })
  const second = zip.indexOf('PK\x03\x04', 1)
  zip.write('a', second + 30)
  expect(textsOf(unzip(zip, all, 60))).toEqual({ a: 'x'.repeat(60) })
})

test('[threat 3] an archive of more than 5000 entries is not read', () => {
  const parts = (count: number) =>
    pack(Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at}`, 'x'])), { level: 0 })
  expect(unzip(parts(5000), all, 10_000).size).toBe(5000)
  expect(() => unzip(parts(5001), () => false, 10_000)).toThrow('more than 5,000 parts')
})

test.each<[string, (zip: Buffer) => Buffer, string]>([
  ['is cut off in a part', (zip) => zip.subarray(0, 40), 'invalid zip data'],
  ['says that a part is longer than it is', (zip) => withNumber(zip, 18, 1000, 4), 'invalid zip data'],
  ['is packed in another way', (zip) => withNumber(zip, 8, 12, 2), 'unknown compression type 12'],
  ['holds what nothing packed', (zip) => withNumber(zip, 31, 0xffffffff, 4), 'invalid block type'],
])('an archive that %s is refused', (_, change, says) => {
  const zip = pack({ a: 'some text, some text, some text' })
  expect(() => unzip(change(zip), all, 100)).toThrow(says)
})

test('an uncompressed entry is used as it is, within the limit', () => {
  const text = 'as it is'
  const zip = pack({ a: text }, { level: 0 })
  expect(textsOf(unzip(zip, all, text.length))).toEqual({ a: text })
  expect(() => unzip(zip, all, text.length - 1)).toThrow('too large')
})

test('something other than an archive has no entries', () => {
  expect(unzip(Buffer.from('some text'), all, 100).size).toBe(0)
  expect(unzip(new Uint8Array(), all, 100).size).toBe(0)
})

test('an archive is written entry by entry, and others can read it', async () => {
  const at = Date.UTC(2026, 4, 17, 13, 45, 58)
  const entries = [
    { name: 'a.txt', parts: [Buffer.from('Hello, '), Buffer.from('hello, hello')], at },
    { name: 'ä/b.txt', parts: [], at },
  ]
  const pulled: string[] = []
  async function* given() {
    for (const entry of entries) {
      pulled.push(entry.name)
      yield entry
    }
  }
  const written = writeZip(given())
  const first = await written.next()
  expect(pulled).toEqual(['a.txt'])
  const rest = await Array.fromAsync(written)
  const zip = Buffer.concat([first.value as Uint8Array, ...rest])
  expect(textsOf(Object.entries(unzipSync(zip)))).toEqual({ 'a.txt': 'Hello, hello, hello', 'ä/b.txt': '' })
  expect(zip.indexOf('hello, hello')).toBe(-1)
})

test('a date that the format cannot express becomes the nearest one', async () => {
  const dayOf = async (at: number) => (await write({ name: 'a', parts: [Buffer.from('a')], at })).readUInt16LE(12) >> 9
  expect([await dayOf(Date.UTC(1970, 0, 2)), await dayOf(Date.UTC(2200, 0, 2))]).toEqual([0, 119])
})
