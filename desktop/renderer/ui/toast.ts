import { createStore, useStore } from '../live/store.ts'

/** A message that is shown for a few seconds. */
export type Toast = {
  id: number
  words: string
  tone: 'plain' | 'danger'
  /** Offered on the toast, and by its key while the toast is shown. */
  undo?: (() => void) | undefined
  /** The conversation of an action that can be undone after the toast is gone, until `endUndo`. */
  lasting?: string | undefined
  /** Whether it is gone from the screen. */
  isGone?: boolean
}

type Options = Partial<Pick<Toast, 'tone' | 'undo' | 'lasting'>>

export const toasts = createStore<readonly Toast[]>([])

const maxShown = 3
const shownFor = { plain: 6_000, danger: 12_000 }
/** Long enough to read it and react. */
export const undoableFor = 12_000
/** The maximum number of actions that can be undone after their toasts are gone. */
const maxLasting = 20
let made = 0

/** Shows a toast. @returns a function that closes it */
export function toast(words: string, { tone = 'plain', undo, lasting }: Options = {}): () => void {
  const id = ++made
  toasts.set((all) => {
    const shown = all.filter(({ isGone }) => !isGone)
    const surplus = shown.slice(0, 1 - maxShown)
    return [...hide(all, surplus), { id, words, tone, undo, lasting }]
  })
  setTimeout(() => hideToast(id), undo ? undoableFor : shownFor[tone])
  return () => toasts.set((all) => all.filter((one) => one.id !== id))
}

/** Removes a toast from the screen. A lasting action stays undoable. */
export const hideToast = (id: number): void =>
  toasts.set((all) =>
    hide(
      all,
      all.filter((one) => one.id === id),
    ),
  )

function hide(all: readonly Toast[], hidden: readonly Toast[]): Toast[] {
  const left = all.flatMap((one) =>
    !hidden.includes(one) ? [one] : one.lasting && one.undo ? [{ ...one, isGone: true }] : [],
  )
  const surplus = left.filter(({ isGone }) => isGone).slice(0, -maxLasting)
  return left.filter((one) => !surplus.includes(one))
}

/** Actions on this conversation can no longer be undone. */
export const endUndo = (conversationId: string): void =>
  toasts.set((all) =>
    all.some(({ lasting }) => lasting === conversationId)
      ? all.flatMap((one) => (one.lasting !== conversationId ? [one] : one.isGone ? [] : [{ ...one, undo: undefined }]))
      : all,
  )

export const useToasts = (): readonly Toast[] => useStore(toasts, (all) => all)
