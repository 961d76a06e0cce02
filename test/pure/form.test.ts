import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { FileReceiver } from '../../server/core/blobs.ts'
import { AppError } from '../../server/core/error.ts'
import type { HttpContext } from '../../server/door/request.ts'
import { createFormReader, readForm } from '../../server/http/form.ts'
import type { UploadedFile } from '../../shared/file.ts'

const max = 2_000

/** A request whose body arrives in these chunks, without a length. */
function requestOf(chunks: Uint8Array[], boundary = 'x'): Request {
  const left = [...chunks]
  const body = new ReadableStream({
    pull(controller) {
      const chunk = left.shift()
      if (chunk) controller.enqueue(chunk)
      else controller.close()
    },
  })
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  return new Request('http://localhost/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit)
}

/** Cuts bytes at these places. */
function cut(bytes: Uint8Array, places: number[]): Uint8Array[] {
  const sorted = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b)
  return [...sorted, bytes.length].map((end, at) => bytes.subarray(sorted[at - 1] ?? 0, end))
}

/** Keeps the received file in memory. */
function memory(): FileReceiver & { bytes(): Buffer } {
  const pieces: Buffer[] = []
  return {
    write: async (bytes) => void pieces.push(Buffer.from(bytes)),
    async end(name) {
      const bytes = Buffer.concat(pieces)
      const hash = createHash('sha256').update(bytes).digest('hex')
      return { name, size: bytes.length, hash, head: bytes, blob: '' } satisfies UploadedFile
    },
    drop: async () => {},
    bytes: () => Buffer.concat(pieces),
  }
}

/** What a body is read as: its fields and file, or its error; and which fields were known when the file began. */
async function resultOf(chunks: Uint8Array[], boundary?: string) {
  const receiver = memory()
  let before: unknown
  const open = async (fields: unknown) => {
    before = fields
    return receiver
  }
  try {
    const { file, hash, ...fields } = await readForm(requestOf(chunks, boundary), max, open)
    return { fields, before, name: (file as UploadedFile).name, bytes: receiver.bytes().toString('latin1'), hash }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return [error.status, error.message]
  }
}

const partOf = (name: string, filename?: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n\r\n`

const places = fc.array(fc.nat(), { maxLength: 60 })
/** Bytes that look like the marks of a form. */
const tricky = fc
  .array(fc.constantFrom('\r', '\n', '-', '--', 'x', '\r\n', '\r\n-', '\r\n--', '\r\n--y', 'ab', '\0', 'ÿ'), {
    maxLength: 40,
  })
  .map((pieces) => Buffer.from(pieces.join(''), 'latin1'))
  .filter((bytes) => !`\r\n${bytes.toString('latin1')}`.includes('\r\n--x'))

describe('a form', () => {
  test('has the same file and fields in whatever chunks it arrives', async () => {
    const property = fc.asyncProperty(tricky, fc.string(), fc.string(), places, async (file, one, other, cuts) => {
      fc.pre(!`\r\n${one}\r\n${other}`.includes('--x'))
      const texts = [one, other].map((text) => Buffer.from(text.toWellFormed()))
      const body = Buffer.concat([
        Buffer.from(`ignored\r\n${partOf('one')}`),
        texts[0]!,
        Buffer.from(`\r\n${partOf('file', 'a.txt')}`),
        file,
        Buffer.from(`\r\n${partOf('other')}`),
        texts[1]!,
        Buffer.from('\r\n--x--\r\nignored'),
      ])
      const [first, second] = texts.map(String)
      const hash = createHash('sha256').update(file).digest('hex')
      expect(await resultOf(cut(body, cuts))).toEqual({
        ...{ fields: { one: first, other: second }, before: { one: first } },
        ...{ name: 'a.txt', bytes: file.toString('latin1'), hash: `a.txt ${hash}` },
      })
    })
    await fc.assert(property)
  })

  test('that is damaged or too large has the same error in whatever chunks it arrives', async () => {
    const piece = fc.oneof(
      tricky,
      fc
        .constantFrom(
          '--x',
          '\r\n--x',
          '--x--',
          '\r\n--x--',
          '\r\n\r\n',
          partOf('file', 'a'),
          partOf('a'),
          'b'.repeat(900),
        )
        .map((text) => Buffer.from(text)),
      fc.constantFrom(9_000, max, 20_000).map((length) => Buffer.alloc(length, 'c')),
    )
    const property = fc.asyncProperty(fc.array(piece, { maxLength: 12 }), places, async (pieces, cuts) => {
      const body = Buffer.concat(pieces)
      expect(await resultOf(cut(body, cuts))).toEqual(await resultOf([body]))
    })
    await fc.assert(property, { numRuns: 500 })
  })

  test('is read byte by byte as at once', async () => {
    const body = Buffer.from(`${partOf('a')}\r\n${partOf('file', 'b.txt')}\r\n--\r\n--x--`)
    const whole = await resultOf([body])
    expect(whole).toMatchObject({ name: 'b.txt', bytes: '\r\n--' })
    expect(await resultOf([...body].map((byte) => Uint8Array.of(byte)))).toEqual(whole)
  })

  test('has bounded headers, fields and parts', async () => {
    const file = `${partOf('file', 'a.txt')}text\r\n`
    const at = (text: string) => resultOf([Buffer.from(text)])
    expect(await at(`--x\r\n${'a'.repeat(9_000)}\r\n\r\n\r\n${file}--x--`)).toMatchObject([400, /damaged/])
    expect(await at(`${partOf('a')}${'b'.repeat(17_000)}\r\n${file}--x--`)).toMatchObject([413, /16 KB/])
    expect(await at(`${`${partOf('a')}b\r\n`.repeat(20)}${file}--x--`)).toMatchObject([400, /more than 20 fields/])
    expect(await at(`${file}--x--${'c'.repeat(30_000)}`)).toMatchObject([413, /larger/])
  })

  test('of 20 MB of boundaries is refused in linear time [threat 16]', async () => {
    const timeOf = async (bytes: number) => {
      const line = '\r\n--xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxy'
      const body = Buffer.concat([
        Buffer.from(partOf('file', 'a.txt').replace('--x', `--${'x'.repeat(64)}`)),
        Buffer.alloc(bytes, line),
      ])
      const chunks = Array.from({ length: Math.ceil(body.length / 1024) }, (_, at) =>
        body.subarray(at * 1024, (at + 1) * 1024),
      )
      const receiver = memory()
      // Other processes take time, but none of this one's.
      const before = process.cpuUsage()
      await expect(readForm(requestOf(chunks, 'x'.repeat(64)), 2 * bytes, async () => receiver)).rejects.toThrow(
        /damaged/,
      )
      expect(receiver.bytes().length).toBeGreaterThan(bytes - 100)
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1000
    }
    await timeOf(1_000_000)
    const small = await timeOf(2_000_000)
    expect(await timeOf(20_000_000)).toBeLessThan(Math.max(30 * small, 1_000))
  }, 60_000)
})

describe('forms of visitors', () => {
  afterEach(() => void vi.useRealTimers())

  /** A sender that begins a form and never ends it, until its connection is closed. */
  function slowSender() {
    const destroy = vi.fn()
    const { promise, reject } = Promise.withResolvers<void>()
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(Buffer.from('--x\r\n')),
      pull: () => promise,
    })
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const raw = new Request('http://localhost/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit)
    const socket = { destroy: () => [destroy(), reject(new Error('closed'))] }
    return { c: { req: { raw }, env: { incoming: { socket } } } as unknown as HttpContext, destroy }
  }

  test('are received for a minute at most, two at once of one sender and eight in all', async () => {
    vi.useFakeTimers()
    const read = createFormReader(max)
    const begin = (client: string) => {
      const { c, destroy } = slowSender()
      return { destroy, ended: read(c, client, async () => memory()).catch((error: Error) => error) }
    }
    const held = ['a', 'a', 'b', 'b', 'c', 'c', 'd'].map(begin)
    expect(await begin('a').ended).toMatchObject({ status: 429 })
    held.push(begin('d'))
    expect(await begin('e').ended).toMatchObject({ status: 429 })
    vi.advanceTimersByTime(59_000)
    expect(held.some(({ destroy }) => destroy.mock.calls.length > 0)).toBe(false)
    vi.advanceTimersByTime(1_000)
    for (const { destroy, ended } of held) {
      expect(destroy).toHaveBeenCalledOnce()
      expect(await ended).toBeInstanceOf(Error)
    }
    const next = begin('a')
    vi.advanceTimersByTime(60_000)
    expect(await next.ended).not.toMatchObject({ status: 429 })
  })
})
