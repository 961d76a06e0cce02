const text = 0x81

/**
 * A whole WebSocket message with the text of these pieces, as a server sends it: one final frame, not masked
 * (RFC 6455, 5.2). The same bytes may be written to any number of sockets that do not compress.
 */
export function textFrame(...pieces: Buffer[]): Buffer {
  const length = pieces.reduce((sum, { length }) => sum + length, 0)
  return Buffer.concat([headerFor(length), ...pieces])
}

function headerFor(length: number): Buffer {
  if (length < 126) return Buffer.from([text, length])
  if (length < 65_536) {
    const header = Buffer.from([text, 126, 0, 0])
    header.writeUInt16BE(length, 2)
    return header
  }
  const header = Buffer.alloc(10)
  header[0] = text
  header[1] = 127
  header.writeBigUInt64BE(BigInt(length), 2)
  return header
}
