import type { Mode } from './draft.ts'

const most: Record<Mode, number> = { reply: 4000, note: 5000 }

/** By how many characters a text is too long, counted as the server counts them. 0: it is not. */
export function lengthOver(text: string, mode: Mode): number {
  const trimmed = text.trim()
  return trimmed.length <= most[mode] ? 0 : Math.max(0, [...trimmed].length - most[mode])
}
