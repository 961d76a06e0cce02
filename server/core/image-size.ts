import { Buffer } from 'node:buffer'
import { beginsWith, latin } from './file-check.ts'

export type ImageSize = { width: number; height: number }

/**
 * The pixels of a PNG, JPEG, GIF or WebP image, from its header, without decoding it: a small file can unpack to
 * gigabytes. Undefined if the header says nothing valid.
 */
export function readImageSize(bytes: Uint8Array): ImageSize | undefined {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const size = sizeOf(view)
    return size && size.width > 0 && size.height > 0 ? size : undefined
  } catch (error) {
    // The header ends too early.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function sizeOf(bytes: Buffer): ImageSize | undefined {
  if (beginsWith(bytes, [0x89, 0x50, 0x4e, 0x47]))
    return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  if (latin(bytes.subarray(0, 4)) === 'GIF8') return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
  if (beginsWith(bytes, [0xff, 0xd8])) return sizeOfJpeg(bytes)
  return latin(bytes.subarray(8, 12)) === 'WEBP' ? sizeOfWebp(bytes) : undefined
}

/** The frame header of a JPEG: SOF0 to SOF15, without the tables DHT, JPG and DAC, which lie in the same range. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

function sizeOfJpeg(bytes: Buffer): ImageSize | undefined {
  for (let at = 2; bytes[at] === 0xff; ) {
    const marker = bytes.readUInt8(at + 1)
    if (isFrame(marker)) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    // A marker may be preceded by any number of fill bytes.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}

function sizeOfWebp(bytes: Buffer): ImageSize | undefined {
  const kind = latin(bytes.subarray(12, 16))
  if (kind === 'VP8X') return { width: 1 + bytes.readUIntLE(24, 3), height: 1 + bytes.readUIntLE(27, 3) }
  if (kind === 'VP8 ') return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
  if (kind !== 'VP8L') return undefined
  const bits = bytes.readUInt32LE(21)
  return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >> 14) & 0x3fff) }
}
