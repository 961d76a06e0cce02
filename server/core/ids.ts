import { randomFillSync } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

// Random bytes are cheap by the thousand, and dear in small portions. Each is used once, and wiped.
const pool = new Uint8Array(4096)
let next = pool.length

function randomByte(): number {
  if (next === pool.length) {
    randomFillSync(pool)
    next = 0
  }
  const byte = pool[next] as number
  pool[next++] = 0
  return byte
}

/** `length` random characters of base62, each equally likely. */
export function randomText(length: number): string {
  let text = ''
  while (text.length < length) {
    const byte = randomByte()
    if (byte < 248) text += alphabet[byte % 62]
  }
  return text
}

/** An id such as `lead_0VbQ…`: eight characters of time, so that an index grows at one end, then twelve random ones. */
export function newId(prefix: string): string {
  let time = ''
  for (let rest = Date.now(); time.length < 8; rest = Math.floor(rest / 62)) time = alphabet[rest % 62] + time
  return `${prefix}_${time}${randomText(12)}`
}
