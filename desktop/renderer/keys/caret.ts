import { type RefObject, useEffect } from 'react'
import { createStore, useStore } from '../live/store.ts'

/** How long single letters do nothing after somebody took a chat or left the reply box, in milliseconds. */
const pause = 1_000
/** The longest that they do nothing while a chat that was taken is still loading. */
const maxLoading = 5_000

let pausedUntil = 0

/**
 * Ignores shortcuts of a single letter, for a second by default. Somebody who types on while the focus moves must not
 * close a chat.
 */
export function pauseLetters(milliseconds = pause): void {
  pausedUntil = performance.now() + milliseconds
}

/** Ends the pause. */
export function resumeLetters(): void {
  pausedUntil = 0
}

export const areLettersPaused = (): boolean => performance.now() < pausedUntil

/** The conversation whose reply box gets the caret as soon as it is shown. */
const wanted = createStore<string | null>(null)

/** Puts the caret into the reply box of a conversation, which may still be loading. */
export function putCaret(conversationId: string): void {
  pauseLetters(maxLoading)
  wanted.set(conversationId)
}

/** Focuses the reply box of a conversation when `putCaret` asks for it. */
export function useCaret(conversationId: string, field: RefObject<HTMLTextAreaElement | null>): void {
  const isWanted = useStore(wanted, (id) => id === conversationId)
  useEffect(() => {
    if (!isWanted) return
    wanted.set(null)
    pauseLetters()
    field.current?.focus()
  }, [isWanted, field])
}

/** Inserts a text at the caret of a conversation's reply box, as if it was typed. */
export function insertInReply(conversationId: string, text: string): void {
  putCaret(conversationId)
  // The box is focused after the next render.
  requestAnimationFrame(() => {
    const field = document.activeElement
    if (!(field instanceof HTMLTextAreaElement)) return
    const { selectionStart, selectionEnd, value } = field
    const gap = /\S$/.test(value.slice(0, selectionStart)) ? ' ' : ''
    field.setRangeText(gap + text, selectionStart, selectionEnd, 'end')
    field.dispatchEvent(new InputEvent('input', { bubbles: true }))
  })
}
