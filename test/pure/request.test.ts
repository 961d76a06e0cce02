import { isIP } from 'node:net'
import fc from 'fast-check'
import ipaddr from 'ipaddr.js'
import { describe, expect, test } from 'vitest'
import { addressBucket } from '../../server/core/address.ts'
import { measureFile } from '../../server/core/blobs.ts'
import { AppError } from '../../server/core/error.ts'
import { clientAddress, clientCountry, readJson, readQuery } from '../../server/door/request.ts'
import { readForm } from '../../server/http/form.ts'

const trusted = ['10.0.0.0/8', '127.0.0.1', 'fd00::/8', '::1']

const proxy = fc.oneof(
  fc.ipV4().map((address) => address.replace(/^\d+/, '10')),
  fc.constantFrom('127.0.0.1', '::1', 'fd00::17', '::ffff:10.1.2.3'),
)
const stranger = fc.oneof(fc.ipV4(), fc.ipV6()).filter((address) => ipaddr.isValid(address) && !isTrusted(address))

/** Checked without the code under test. */
function isTrusted(address: string): boolean {
  const plain = ipaddr.process(address)
  const text = plain.toString()
  return text.startsWith('10.') || ['127.0.0.1', '::1'].includes(text) || /^fd[0-9a-f]{2}:/.test(text)
}

const plain = (address: string) => ipaddr.process(address).toString()
const junk = fc.oneof(
  fc.string(),
  fc.constantFrom(
    'unknown',
    '_hidden',
    '2130706433',
    '0x7f.1',
    '10',
    '127.1',
    '127.0.0.1:80',
    '[::1]:80',
    '',
    ' ',
    'for=1.2.3.4',
  ),
)

test('the country of a client is only reported by a trusted proxy, with two letters [threat 12]', () => {
  fc.assert(
    fc.property(fc.oneof(stranger, proxy), fc.string(), (socket, told) => {
      expect(clientCountry(socket, told, trusted) ?? 'GB').toMatch(/^[A-Z]{2}$/)
      expect(clientCountry(socket, 'GB', [])).toBe(null)
    }),
  )
  const told = (socket: string) => clientCountry(socket, ' gb', trusted)
  fc.assert(fc.property(stranger, (socket) => told(socket) === null))
  fc.assert(fc.property(proxy, (socket) => told(socket) === 'GB'))
})

describe('the address of a client [threat 12]', () => {
  test('is the socket’s, whatever is forwarded, if no proxy is trusted or this is none', () => {
    fc.assert(
      fc.property(fc.oneof(stranger, proxy), fc.string(), (socket, forwarded) => {
        expect(clientAddress(socket, forwarded, [])).toBe(plain(socket))
      }),
    )
    fc.assert(
      fc.property(stranger, fc.array(fc.oneof(proxy, stranger, junk)), (socket, hops) => {
        expect(clientAddress(socket, hops.join(', '), trusted)).toBe(plain(socket))
      }),
    )
  })

  test('is the one that the outermost trusted proxy saw, whatever the client itself sent', () => {
    const property = fc.property(
      fc.array(fc.oneof(proxy, stranger, junk)),
      stranger,
      fc.array(proxy),
      proxy,
      fc.constantFrom(',', ', ', ' ,  '),
      (written, client, proxies, socket, comma) => {
        expect(clientAddress(socket, [...written, client, ...proxies].join(comma), trusted)).toBe(plain(client))
      },
    )
    fc.assert(property)
  })

  test('is the outermost proxy if there is no other address', () => {
    const property = fc.property(fc.array(proxy, { minLength: 1 }), proxy, (proxies, socket) => {
      expect(clientAddress(socket, proxies.join(', '), trusted)).toBe(plain(proxies[0]!))
    })
    fc.assert(property)
    expect(clientAddress('127.0.0.1', undefined, trusted)).toBe('127.0.0.1')
    expect(clientAddress('127.0.0.1', '', trusted)).toBe('127.0.0.1')
  })

  test('is the proxy that sent an invalid address', () => {
    const noAddress = junk.filter((text) => !text.includes(',') && isIP(text.trim()) === 0)
    const property = fc.property(stranger, noAddress, fc.array(proxy), proxy, (client, word, proxies, socket) => {
      const seen = clientAddress(socket, [client, word, ...proxies].join(', '), trusted)
      expect(seen).toBe(plain([...proxies, socket][0]!))
    })
    fc.assert(property)
  })

  test('is an IPv4 address also in IPv6 form, and empty if the socket has none', () => {
    expect(clientAddress('::ffff:203.0.113.7', undefined, [])).toBe('203.0.113.7')
    expect(clientAddress('::ffff:10.0.0.1', '::ffff:203.0.113.7', ['10.0.0.1'])).toBe('203.0.113.7')
    expect(clientAddress('10.0.0.1', '203.0.113.7', ['::ffff:10.0.0.0/104'])).toBe('203.0.113.7')
    expect(clientAddress(undefined, '203.0.113.7', trusted)).toBe('')
  })

  test('is found for any text', () => {
    const property = fc.property(fc.string(), fc.string(), (socket, forwarded) => {
      expect(clientAddress(socket, forwarded, trusted)).toBeTypeOf('string')
      expect(addressBucket(forwarded)).toBeTypeOf('string')
    })
    fc.assert(property)
  })
})

describe('what limits count as one client', () => {
  const group = fc.integer({ min: 0, max: 0xffff })
  const groups = (count: number) => fc.array(group, { minLength: count, maxLength: count })
  const ofGroups = (all: number[]) => all.map((part) => part.toString(16)).join(':')
  const network = groups(4).filter((parts) => parts.some((part) => part !== 0))

  test('is an IPv4 address', () => {
    const property = fc.property(fc.ipV4(), fc.ipV4(), (one, other) => {
      expect(addressBucket(one) === addressBucket(other)).toBe(one === other)
      expect(addressBucket(`::ffff:${one}`)).toBe(addressBucket(one))
    })
    fc.assert(property)
  })

  test('is the /64 of an IPv6 address, in any spelling', () => {
    const property = fc.property(network, network, groups(4), groups(4), (one, other, host, another) => {
      const bucket = addressBucket(ofGroups([...one, ...host]))
      expect(addressBucket(ofGroups([...one, ...another]))).toBe(bucket)
      expect(addressBucket(plain(ofGroups([...one, ...host])).toUpperCase())).toBe(bucket)
      expect(addressBucket(ofGroups([...other, ...host])) === bucket).toBe(String(one) === String(other))
    })
    fc.assert(property)
  })
})

const read = (body: BodyInit | null, headers: Record<string, string> = {}) =>
  readJson(new Request('http://localhost/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit))

const refusalOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (reason) => reason,
  )
  expect(error).toBeInstanceOf(AppError)
  return [error.status, error.code]
}

/** The same bytes in pieces, without a length. */
function inPieces(text: string | Uint8Array<ArrayBuffer>, size: number): ReadableStream {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
  let at = 0
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close()
      controller.enqueue(bytes.slice(at, at + size))
      at += size
    },
  })
}

describe('a body', () => {
  test('is the object that was sent, in any number of pieces', async () => {
    const objects = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue({ maxDepth: 3 }))
    const property = fc.asyncProperty(objects, fc.integer({ min: 1, max: 20 }), async (object, size) => {
      const text = JSON.stringify(object)
      const expected = JSON.parse(text)
      expect(await read(text)).toEqual(expected)
      expect(await read(inPieces(text, size))).toEqual(expected)
    })
    await fc.assert(property)
  })

  test('may be empty, which is an object without fields', async () => {
    for (const body of ['', ' \n', null]) expect(await read(body)).toEqual({})
    expect(await read(inPieces('', 1))).toEqual({})
  })

  test('that is no object in UTF-8 is refused', async () => {
    const bytes = new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])
    for (const body of ['[]', '1', 'null', '"x"', 'true', '{', '{}{}', '\ufeff{}x', bytes])
      expect(await refusalOf(read(body))).toEqual([400, 'bad_request'])
    expect(await refusalOf(read(inPieces(bytes, 2)))).toEqual([400, 'bad_request'])
  })

  test('has at most a million bytes, whether its length is right, missing or wrong [R236, threat 13]', async () => {
    const ofLength = (length: number) => `{"a":"${'x'.repeat(length - 8)}"}`
    expect(Object.keys(await read(ofLength(1_000_000)))).toEqual(['a'])
    expect(Object.keys(await read(inPieces(ofLength(1_000_000), 65_536)))).toEqual(['a'])
    expect(await refusalOf(read(ofLength(1_000_001), { 'content-length': '1000001' }))).toEqual([413, 'bad_request'])
    expect(await refusalOf(read(inPieces(ofLength(1_000_001), 65_536)))).toEqual([413, 'bad_request'])
    const lies = { 'content-length': '10', 'transfer-encoding': 'chunked' }
    expect(await refusalOf(read(inPieces(ofLength(1_000_001), 65_536), lies))).toEqual([413, 'bad_request'])
  })

  test('that is cut off is a bad request of the client, and no error of the database', async () => {
    const lost = Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
    const broken = () => new ReadableStream({ pull: (controller) => controller.error(lost) })
    expect(await refusalOf(read(broken()))).toEqual([400, 'bad_request'])
    expect(await refusalOf(read(broken(), { 'content-length': '10' }))).toEqual([400, 'bad_request'])
    const form = { 'content-type': 'multipart/form-data; boundary=x' }
    const request = { method: 'POST', body: broken(), headers: form, duplex: 'half' } as RequestInit
    expect(
      await refusalOf(readForm(new Request('http://localhost/', request), 100, async () => measureFile())),
    ).toEqual([400, 'bad_request'])
  })

  test('that is a form without fields lacks its file, and is not damaged', async () => {
    const form = { method: 'POST', body: '--x--\r\n', headers: { 'content-type': 'multipart/form-data; boundary=x' } }
    const refused = readForm(new Request('http://localhost/', form), 100, async () => measureFile())
    await expect(refused).rejects.toThrow('file: Must be a file with a file name.')
  })

  test('without an end is not read further once it is too long', async () => {
    let pieces = 0
    const endless = new ReadableStream({
      pull(controller) {
        pieces++
        controller.enqueue(new Uint8Array(100_000))
      },
    })
    expect(await refusalOf(read(endless))).toEqual([413, 'bad_request'])
    expect(pieces).toBeLessThan(20)
  })
})

describe('a query', () => {
  test('is its fields, each once, whatever their names', () => {
    const property = fc.property(
      fc.dictionary(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' })),
      (fields) => {
        const query = new URLSearchParams(fields)
        const found = readQuery(query)
        expect(Object.keys(found).sort()).toEqual([...query.keys()].filter((name) => name !== '__proto__').sort())
        for (const [name, value] of Object.entries(found)) expect(value).toBe(query.get(name))
      },
    )
    fc.assert(property)
  })

  test('that names a field twice is refused', () => {
    for (const text of ['a=1&a=2', 'a&a', 'limit=1&b=2&limit=1'])
      expect(() => readQuery(new URLSearchParams(text))).toThrow(/must not be repeated/)
  })
})
