import type { Seal } from './seal.ts'

/** Tells one secret from another, and nothing about it. */
export const secretCheck = (seal: Seal): string => seal.hash('backup', 'which secret').slice(0, 32)
