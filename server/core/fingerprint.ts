import { createHash } from 'node:crypto'

/** A short text that is equal for equal texts, so that two states can be compared without their contents. */
export const fingerprint = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)
