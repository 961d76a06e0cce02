import { countTokens, tokensAroundMessage } from './tokens.ts'

/** The cost of a piece of a prompt, in estimated tokens. */
export const costOf = (text: string): number => (text === '' ? 0 : countTokens(text) + tokensAroundMessage)

/** The remaining room in a model's window while a prompt is built. */
export type Room = {
  take(text: string): void
  /** Adds texts until the first that does not fit, and returns how many were added. */
  fit(texts: readonly string[]): number
  /** Adds a text, cut at its end or in its middle to its allowed share of the remaining room. */
  cut(text: string, share: number, goes: 'end' | 'middle'): string
}

export function createRoom(tokens: number): Room {
  let left = tokens
  const take = (text: string) => {
    left -= costOf(text)
  }
  return {
    take,
    fit(texts) {
      const end = texts.findIndex((text) => {
        const fits = costOf(text) <= left
        if (fits) take(text)
        return !fits
      })
      return end < 0 ? texts.length : end
    },
    cut(text, share, goes) {
      const kept = cutTo(text, Math.max(left, 0) * share, goes)
      take(kept)
      return kept
    },
  }
}

const ellipsis = ' … '

function cutTo(text: string, max: number, goes: 'end' | 'middle'): string {
  let kept = text
  let length = text.length
  while (costOf(kept) > max) {
    length = Math.floor(Math.min(length * 0.9, (length * max) / costOf(kept)))
    if (length < 20) return ''
    const tail = goes === 'middle' ? Math.floor(length * 0.4) : 0
    kept = `${text.slice(0, length - tail)}${ellipsis}${tail === 0 ? '' : text.slice(-tail)}`.toWellFormed().trimEnd()
  }
  return kept
}
