import { countTokens, tokensAroundMessage } from './tokens.ts'

/** What a piece of a prompt costs, in estimated tokens. */
export const costOf = (text: string): number => (text === '' ? 0 : countTokens(text) + tokensAroundMessage)

/** What is left of a model's window while a prompt is put together. */
export type Room = {
  left(): number
  take(text: string): void
  /** Takes the texts up to the first that does not fit, and says how many these are. */
  fit(texts: readonly string[]): number
  /** Takes the text, cut to the share of what is left that it may have: its end goes, or its middle. */
  cut(text: string, share: number, goes: 'end' | 'middle'): string
}

export function createRoom(tokens: number): Room {
  let left = tokens
  const take = (text: string) => {
    left -= costOf(text)
  }
  return {
    left: () => left,
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

function cutTo(text: string, most: number, goes: 'end' | 'middle'): string {
  let kept = text
  let length = text.length
  while (costOf(kept) > most) {
    length = Math.floor(Math.min(length * 0.9, (length * most) / costOf(kept)))
    if (length < 20) return ''
    const tail = goes === 'middle' ? Math.floor(length * 0.4) : 0
    kept = `${text.slice(0, length - tail)}${ellipsis}${tail === 0 ? '' : text.slice(-tail)}`.toWellFormed().trimEnd()
  }
  return kept
}
