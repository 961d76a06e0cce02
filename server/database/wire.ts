/**
 * The messages of PostgreSQL's wire protocol that are read and written between the `postgres` package and a database.
 */

const empty = Buffer.alloc(0)

/** One message of a client or a server: its type letter and its bytes, including type and length. */
export type Frame = { type: string; bytes: Buffer }

/**
 * Splits complete messages off the front of `bytes`, and returns an incomplete one as `rest`. Does not support the
 * startup packet, which has no type.
 */
export function splitFrames(bytes: Buffer): { frames: Frame[]; rest: Buffer } {
  const frames: Frame[] = []
  let at = 0
  while (bytes.length - at >= 5) {
    const end = at + 1 + bytes.readUInt32BE(at + 1)
    if (end > bytes.length) break
    frames.push({ type: String.fromCharCode(bytes[at]!), bytes: bytes.subarray(at, end) })
    at = end
  }
  return { frames, rest: at === bytes.length ? empty : bytes.subarray(at) }
}

/** A message of type `type` with the concatenated `parts` as its content. */
export function frame(type: string, ...parts: Buffer[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 4)
  const head = Buffer.alloc(5)
  head.write(type, 0, 'latin1')
  head.writeUInt32BE(length, 1)
  return Buffer.concat([head, ...parts])
}

/** Zero-terminated text. */
export const text = (value: string) => Buffer.from(`${value}\0`)

export const int32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** A simple query, answered with one ReadyForQuery at its end. */
export const queryFrame = (sql: string) => frame('Q', text(sql))

export const syncFrame = frame('S')

/** Deallocates a prepared statement. */
export const closeStatementFrame = (name: string) => frame('C', text(`S${name}`))

/** ReadyForQuery: outside of a transaction (I), in one (T), or in a failed one (E). */
export const readyFrame = (status: 'I' | 'T' | 'E') => frame('Z', Buffer.from(status))

/** An error response with a five-character SQLSTATE. */
export function errorFrame(code: string, message: string): Buffer {
  return frame('E', text('SERROR'), text('VERROR'), text(`C${code}`), text(`M${message}`), Buffer.from('\0'))
}

/** The response to a startup packet: no password requested, the settings that clients read, ready. */
export function startupAnswer(pid: number, settings: Record<string, string>): Buffer {
  const status = Object.entries(settings).map(([name, value]) => frame('S', text(name), text(value)))
  return Buffer.concat([frame('R', int32(0)), ...status, frame('K', int32(pid), int32(0)), readyFrame('I')])
}

/** The SQL of a Query or Parse message, and the name of the statement that a Parse prepares. */
export function sqlOf({ type, bytes }: Frame): { sql: string; name: string } | undefined {
  if (type === 'Q') return { sql: bytes.toString('utf8', 5, bytes.length - 1), name: '' }
  if (type !== 'P') return undefined
  const nameEnd = bytes.indexOf(0, 5)
  const sqlEnd = bytes.indexOf(0, nameEnd + 1)
  return { sql: bytes.toString('utf8', nameEnd + 1, sqlEnd), name: bytes.toString('utf8', 5, nameEnd) }
}

/** The same Query or Parse message with different SQL and no parameters. */
export function withSql(message: Frame, name: string, sql: string): Buffer {
  return message.type === 'Q' ? queryFrame(sql) : frame('P', text(name), text(sql), Buffer.alloc(2))
}

/** The name of the prepared statement in a Bind; empty for the unnamed one. */
export const statementOf = ({ bytes }: Frame) => {
  const portalEnd = bytes.indexOf(0, 5)
  return bytes.toString('utf8', portalEnd + 1, bytes.indexOf(0, portalEnd + 1))
}

/** Parses server output in arbitrary chunks, and calls `onReady` with the status of each ReadyForQuery. */
export function followReady(onReady: (status: string) => void): (chunk: Buffer) => void {
  const head = Buffer.alloc(6)
  let filled = 0
  let skip = 0
  return (chunk) => {
    let at = 0
    while (at < chunk.length) {
      if (skip > 0) {
        const step = Math.min(skip, chunk.length - at)
        skip -= step
        at += step
        continue
      }
      head[filled++] = chunk[at++]!
      const isReady = head[0] === 0x5a
      if (filled < (isReady ? 6 : 5)) continue
      if (isReady) onReady(String.fromCharCode(head[5]!))
      else skip = head.readUInt32BE(1) - 4
      filled = 0
    }
  }
}

/** A startup packet with these settings. */
export function startupFrame(settings: [name: string, value: string][]): Buffer {
  const content = Buffer.concat([int32(3 << 16), ...settings.flat().map(text), Buffer.from('\0')])
  return Buffer.concat([int32(content.length + 4), content])
}

/** The settings of a startup packet. Undefined for other packets without a type, such as a cancel request. */
export function startupSettings(packet: Buffer): [name: string, value: string][] | undefined {
  if (packet.readUInt32BE(4) !== 3 << 16) return undefined
  const parts = packet.toString('utf8', 8).split('\0')
  const settings: [string, string][] = []
  for (let at = 0; parts[at] && parts[at + 1] !== undefined; at += 2) settings.push([parts[at]!, parts[at + 1]!])
  return settings
}

/** An ErrorResponse as an Error, with the SQLSTATE in `code`. */
export function errorOf({ bytes }: Frame): Error & { code: string } {
  const fields = bytes.toString('utf8', 5).split('\0')
  const field = (letter: string) => fields.find((entry) => entry.startsWith(letter))?.slice(1) ?? ''
  return Object.assign(new Error(field('M')), { code: field('C') })
}
