import { randomBytes } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** `length` random characters of base62, each equally likely. */
export function randomText(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length * 2)) {
      if (byte < 248 && text.length < length) text += alphabet[byte % 62]
    }
  }
  return text
}

/** An id such as `lead_0VbQ…`: eight characters of time, so that an index grows at one end, then twelve random ones. */
export function newId(prefix: string): string {
  let time = ''
  for (let rest = Date.now(); time.length < 8; rest = Math.floor(rest / 62)) time = alphabet[rest % 62] + time
  return `${prefix}_${time}${randomText(12)}`
}
