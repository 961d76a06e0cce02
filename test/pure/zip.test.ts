import { expect, test } from 'vitest'
import { Unreadable } from '../../server/core/reader.ts'
import { writeZip } from '../../server/core/zip-writer.ts'
import { unzip } from '../../server/features/knowledge/reading/zip.ts'

async function pack(entries: Record<string, string>): Promise<Buffer> {
  async function* given() {
    for (const [name, text] of Object.entries(entries)) yield { name, bytes: Buffer.from(text), at: 0 }
  }
  return Buffer.concat(await Array.fromAsync(writeZip(given())))
}

const all = () => true
const textsOf = (found: Map<string, Uint8Array>) =>
  Object.fromEntries([...found].map(([name, bytes]) => [name, Buffer.from(bytes).toString()]))
const listOf = (zip: Buffer) => zip.readUInt32LE(zip.length - 6)
/** The archive with a number at a place of its list, or of what stands at its beginning. */
const withNumber = (zip: Buffer, at: number, value: number, bytes: 2 | 4) => {
  const changed = Buffer.from(zip)
  changed.writeUIntLE(value, at, bytes)
  return changed
}

test('what is wanted is unpacked, and nothing else', async () => {
  const zip = await pack({ 'a.txt': 'one', 'b.bin': 'two', 'ä.txt': 'three' })
  expect(textsOf(unzip(zip, (name) => name.endsWith('.txt'), 100))).toEqual({ 'a.txt': 'one', 'ä.txt': 'three' })
})

test('[threat 3] the limit is of all parts together, by what comes out of them', async () => {
  const zip = await pack({ a: 'x'.repeat(60), b: 'y'.repeat(60) })
  expect(unzip(zip, all, 120).size).toBe(2)
  expect(() => unzip(zip, all, 119)).toThrow(Unreadable)
  expect(() => unzip(zip, all, 60)).toThrow('too large when it is unpacked')
  expect(unzip(zip, (name) => name === 'b', 60).size).toBe(1)
})

test('of two parts with one name the first is taken, and counts once', async () => {
  const zip = await pack({ a: 'x'.repeat(60), b: 'y'.repeat(60) })
  const second = listOf(zip) + 46 + 1
  zip.write('a', second + 46)
  expect(textsOf(unzip(zip, all, 60))).toEqual({ a: 'x'.repeat(60) })
})

test('[threat 3] an archive of more than 5000 parts is not read', async () => {
  const zip = await pack({ a: 'x' })
  expect(() => unzip(withNumber(zip, zip.length - 12, 5001, 2), all, 100)).toThrow('more than 5,000 parts')
  expect(() => unzip(withNumber(zip, zip.length - 12, 5000, 2), all, 100)).toThrow('list is damaged')
})

test.each<[string, (zip: Buffer) => Buffer, string]>([
  ['has no end', (zip) => zip.subarray(0, zip.length - 22), 'no end'],
  ['is cut off in its end', (zip) => zip.subarray(0, zip.length - 1), 'no end'],
  ['has another list', (zip) => withNumber(zip, listOf(zip), 0, 4), 'list is damaged'],
  ['has its part elsewhere', (zip) => withNumber(zip, listOf(zip) + 42, 1, 4), 'not where the archive says'],
  ['is packed in another way', (zip) => withNumber(zip, listOf(zip) + 10, 12, 2), 'unknown way 12'],
])('an archive that %s is refused', async (_, change, says) => {
  const zip = await pack({ a: 'some text' })
  expect(() => unzip(change(zip), all, 100)).toThrow(says)
})

test('a part that is not packed is taken as it is, within the limit', async () => {
  const text = 'as it is'
  const packed = await pack({ a: text })
  const size = packed.readUInt32LE(listOf(packed) + 20)
  // Deflate stores what it cannot make smaller; here the bytes themselves are put in its place.
  const whole = Buffer.concat([packed.subarray(0, 31), Buffer.from(text), packed.subarray(31 + size)])
  const shift = text.length - size
  const list = listOf(packed) + shift
  let zip = withNumber(whole, whole.length - 6, list, 4)
  zip = withNumber(withNumber(zip, list + 10, 0, 2), list + 20, text.length, 4)
  expect(textsOf(unzip(zip, all, text.length))).toEqual({ a: text })
  expect(() => unzip(zip, all, text.length - 1)).toThrow('too large')
})
