import { randomFillSync } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

// Random bytes are cheap in bulk and expensive in small reads. Each byte is used once and then wiped.
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

/** `length` random base62 characters, uniformly distributed. */
export function randomText(length: number): string {
  let text = ''
  while (text.length < length) {
    const byte = randomByte()
    if (byte < 248) text += alphabet[byte % 62]
  }
  return text
}

/**
 * An id such as `lead_0VbQ…`: eight characters of time, so that new rows append to the index, then twelve random ones.
 */
export function newId(prefix: string): string {
  let time = ''
  for (let rest = Date.now(); time.length < 8; rest = Math.floor(rest / 62)) time = alphabet[rest % 62] + time
  return `${prefix}_${time}${randomText(12)}`
}
