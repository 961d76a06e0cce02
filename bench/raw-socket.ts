import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A WebSocket that implements just enough of the protocol to use little CPU. */
export type RawSocket = {
  stream: Socket
  send(text: string): void
}

/** Opens a socket. `onBytes` receives the bytes after the handshake. */
export async function openRaw(url: string, onBytes: (bytes: Buffer) => void): Promise<RawSocket> {
  const { hostname, port, pathname, search, host } = new URL(url)
  const stream = connect({ host: hostname, port: Number(port), noDelay: true })
  await once(stream, 'connect')
  const key = randomBytes(16).toString('base64')
  const lines = [`GET ${pathname}${search} HTTP/1.1`, `Host: ${host}`, 'Connection: Upgrade', 'Upgrade: websocket']
  stream.write(`${[...lines, 'Sec-WebSocket-Version: 13', `Sec-WebSocket-Key: ${key}`].join('\r\n')}\r\n\r\n`)
  await handshake(stream, onBytes)
  return { stream, send: (text) => stream.write(maskedFrame(text)) }
}

function handshake(stream: Socket, onBytes: (bytes: Buffer) => void): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let head: Buffer = Buffer.alloc(0)
  const read = (bytes: Buffer) => {
    head = Buffer.concat([head, bytes])
    const end = head.indexOf('\r\n\r\n')
    if (end < 0) return
    stream.off('data', read)
    stream.on('data', onBytes)
    const status = head.subarray(9, 12).toString()
    if (status !== '101') return reject(new Error(`the upgrade was answered with ${status}`))
    if (head.length > end + 4) onBytes(head.subarray(end + 4))
    resolve()
  }
  stream.on('data', read)
  stream.on('error', reject)
  stream.on('close', () => reject(new Error('closed before it was open')))
  return promise
}

/** A text frame of a client: masked, here with zeros, which leave it unchanged. */
function maskedFrame(text: string): Buffer {
  const data = Buffer.from(text)
  const length = data.length < 126 ? [0x80 | data.length] : [0x80 | 126, data.length >> 8, data.length & 255]
  return Buffer.concat([Buffer.from([0x81, ...length, 0, 0, 0, 0]), data])
}

/** Splits incoming bytes into the texts of frames. */
export function createTextReader(onText: (text: string) => void): (bytes: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  return (bytes) => {
    rest = rest.length > 0 ? Buffer.concat([rest, bytes]) : bytes
    for (;;) {
      if (rest.length < 2) return
      const short = (rest[1] as number) & 127
      const head = short < 126 ? 2 : short === 126 ? 4 : 10
      if (rest.length < head) return
      const length = short < 126 ? short : short === 126 ? rest.readUInt16BE(2) : Number(rest.readBigUInt64BE(2))
      if (rest.length < head + length) return
      if (((rest[0] as number) & 15) === 1) onText(rest.toString('utf8', head, head + length))
      rest = rest.subarray(head + length)
    }
  }
}
