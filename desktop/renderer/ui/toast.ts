import { createStore, useStore } from '../live/store.ts'

/** A line that stays for a few seconds. */
export type Toast = {
  id: number
  words: string
  tone: 'plain' | 'danger'
  /** Offered on the toast, and on the key for it while the toast is there. */
  undo?: (() => void) | undefined
}

export const toasts = createStore<readonly Toast[]>([])

const maxShown = 3
const shownFor = { plain: 6_000, danger: 12_000 }
/** Time to see what happened, and to think about it. */
const undoableFor = 12_000
let made = 0

/** Shows a toast. Returns a function that closes it. */
export function toast(words: string, { tone = 'plain', undo }: Partial<Pick<Toast, 'tone' | 'undo'>> = {}): () => void {
  const shown: Toast = { id: ++made, words, tone, undo }
  const close = () => toasts.set((all) => all.filter((one) => one !== shown))
  toasts.set((all) => [...all.slice(1 - maxShown), shown])
  setTimeout(close, undo ? undoableFor : shownFor[tone])
  return close
}

export const useToasts = (): readonly Toast[] => useStore(toasts, (all) => all)
