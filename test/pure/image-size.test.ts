import { Buffer } from 'node:buffer'
import { expect, test } from 'vitest'
import { readImageSize } from '../../server/core/image-size.ts'

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))))

const start = [0xff, 0xd8]
/** A segment of a JPEG with `length` bytes behind its marker, in which a frame header seems to begin. */
const segment = (marker: number, length: number) => [
  ...[0xff, marker, length >> 8, length & 0xff],
  ...[0xff, 0xc0, 0, 17, 8, 0, 1, 0, 1].slice(0, length - 2),
  ...Array<number>(Math.max(0, length - 11)).fill(0),
]
/** The frame header of a JPEG that is 800 pixels wide and 600 high. */
const frame = (marker: number) => [0xff, marker, 0, 17, 8, 0x02, 0x58, 0x03, 0x20]

test.each([
  ['a PNG', bytes([0x89], 'PNG\r\n\u001a\n', [0, 0, 0, 13], 'IHDR', [0, 0, 3, 32, 0, 0, 2, 88])],
  ['a GIF of 1987', bytes('GIF87a', [0x20, 0x03, 0x58, 0x02])],
  ['a GIF of 1989', bytes('GIF89a', [0x20, 0x03, 0x58, 0x02])],
  ['a JPEG', bytes(start, frame(0xc0))],
  ['a progressive JPEG', bytes(start, segment(0xe0, 16), frame(0xc2))],
  ['a JPEG of the last kind of frame', bytes(start, frame(0xcf))],
  ['a JPEG with tables first', bytes(start, segment(0xc4, 40), segment(0xc8, 11), segment(0xcc, 6), frame(0xc1))],
  ['a JPEG with a long segment first', bytes(start, segment(0xe1, 300), frame(0xc0))],
  ['a JPEG with fill bytes before its markers', bytes(start, [0xff, 0xff], segment(0xe0, 16), [0xff], frame(0xc0))],
  [
    'a simple WebP',
    bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8 ', [0, 0, 0, 0, 0, 0, 0, 0x9d, 0x01, 0x2a], [0x20, 0x43, 0x58, 0x82]),
  ],
  ['a lossless WebP', bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8L', [0, 0, 0, 0, 0x2f], [0x1f, 0xc3, 0x95, 0x00])],
  [
    'an extended WebP',
    bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8X', [10, 0, 0, 0, 0, 0, 0, 0], [0x1f, 0x03, 0, 0x57, 0x02, 0]),
  ],
])('the size of %s is read from its header', (_, image) => {
  expect(readImageSize(image)).toEqual({ width: 800, height: 600 })
})

test.each([
  ['a PNG that ends in its header', bytes([0x89], 'PNG\r\n\u001a\n', [0, 0, 0, 13], 'IHDR', [0, 0, 3, 32])],
  ['a PNG without a height', bytes([0x89], 'PNG\r\n\u001a\n', [0, 0, 0, 13], 'IHDR', [0, 0, 3, 32, 0, 0, 0, 0])],
  ['a GIF without a width', bytes('GIF89a', [0, 0, 0x58, 0x02])],
  ['a JPEG that ends before its frame', bytes(start, segment(0xe0, 16))],
  ['a JPEG that ends in its frame', bytes(start, frame(0xc0).slice(0, 7))],
  ['a JPEG whose markers are lost', bytes(start, [0, 0], frame(0xc0))],
  ['a WebP of an unknown kind', bytes('RIFF', [0, 0, 0, 0], 'WEBPVP9 ', Array<number>(16).fill(1))],
  ['something else', bytes('RIFF', [0, 0, 0, 0], 'WAVEfmt ', Array<number>(16).fill(1))],
])('%s has no size', (_, image) => {
  expect(readImageSize(image)).toBeUndefined()
})
