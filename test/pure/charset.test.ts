import { expect, test } from 'vitest'
import { decodePage } from '../../server/features/knowledge/crawl/fetch.ts'

const latin = 'text/html; charset=iso-8859-1'

test.each([
  ['UTF-8', [0xef, 0xbb, 0xbf, 0xc3, 0xa9]],
  ['UTF-16, the larger byte first', [0xfe, 0xff, 0x00, 0xe9]],
  ['UTF-16, the smaller byte first', [0xff, 0xfe, 0xe9, 0x00]],
])('the byte order mark of %s takes precedence over the server’s header', (_, bytes) => {
  expect(decodePage(Uint8Array.from(bytes), latin)).toBe('é')
})

test.each([[[0xef, 0xbb, 0x41]], [[0xef, 0x41, 0xbf]], [[0xfe, 0x41]], [[0xff, 0x41]]])(
  '%j has no byte order mark',
  (bytes) => {
    expect(decodePage(Uint8Array.from(bytes), latin)).toBe(String.fromCharCode(...bytes))
  },
)
