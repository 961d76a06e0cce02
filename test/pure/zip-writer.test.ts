import { inflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { writeZip, type ZipEntry } from '../../server/core/zip-writer.ts'

async function pack(...entries: ZipEntry[]): Promise<Buffer> {
  async function* given() {
    yield* entries
  }
  return Buffer.concat(await Array.fromAsync(writeZip(given())))
}

const at = Date.UTC(2026, 4, 17, 13, 45, 58)
const hello = new TextEncoder().encode('Hello, hello, hello')
const day = ((2026 - 1980) << 9) | (5 << 5) | 17
const time = (13 << 11) | (45 << 5) | 29

test('each entry is described before it and in the list at the end, which says where it is', async () => {
  const zip = await pack({ name: 'a.txt', bytes: hello, at }, { name: 'ä/b.txt', bytes: new Uint8Array(), at })
  const end = zip.subarray(-22)
  expect([end.readUInt32LE(0), end.readUInt16LE(8), end.readUInt16LE(10)]).toEqual([0x06054b50, 2, 2])
  const list = end.readUInt32LE(16)
  expect(list + end.readUInt32LE(12) + 22).toBe(zip.length)
  const second = list + 46 + 'a.txt'.length
  for (const [place, name, size] of [
    [list, 'a.txt', hello.length],
    [second, 'ä/b.txt', 0],
  ] as const) {
    const local = zip.readUInt32LE(place + 42)
    expect([zip.readUInt32LE(place), zip.readUInt32LE(local)]).toEqual([0x02014b50, 0x04034b50])
    expect(zip.readUInt16LE(place + 4)).toBe(20)
    // Version 2.0, a name in UTF-8, deflated, its time and day.
    const fields = [4, 6, 8, 10, 12].map((field) => zip.readUInt16LE(local + field))
    expect(fields).toEqual([20, 0x0800, 8, time, day])
    expect(zip.subarray(place + 6, place + 30)).toEqual(zip.subarray(local + 4, local + 28))
    const [packed, whole, length] = [
      zip.readUInt32LE(local + 18),
      zip.readUInt32LE(local + 22),
      zip.readUInt16LE(local + 26),
    ]
    expect([whole, zip.toString('utf8', local + 30, local + 30 + length)]).toEqual([size, name])
    const text = inflateRawSync(zip.subarray(local + 30 + length, local + 30 + length + packed))
    expect(text.length).toBe(size)
  }
})

test('a day that the form cannot write is the nearest that it can', async () => {
  const dayOf = async (at: number) => (await pack({ name: 'a', bytes: hello, at })).readUInt16LE(12) >> 9
  expect([await dayOf(Date.UTC(1970, 0, 2)), await dayOf(Date.UTC(2200, 0, 2))]).toEqual([0, 127])
})
