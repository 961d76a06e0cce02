import type { KeyboardEvent } from 'react'

/**
 * A `ref` that focuses an element when it appears, with the caret at the end of a text. A single function, because a
 * new one would focus again with each render.
 */
export function focusAtFirst(element: HTMLElement | null): void {
  element?.focus()
  if (element instanceof HTMLTextAreaElement) element.setSelectionRange(element.value.length, element.value.length)
}

/** Focuses a field when it appears. Typing replaces its text. */
export function selectAtFirst(element: HTMLInputElement | HTMLTextAreaElement | null): void {
  focusAtFirst(element)
  if (element instanceof HTMLInputElement) element.select()
}

const steps: Record<string, 1 | -1> = { ArrowDown: 1, ArrowUp: -1 }

/** The up and down keys cycle through the field and the buttons of a popup. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key]
  if (!step) return
  event.preventDefault()
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('input, button:not(:disabled)')]
  const at = all.indexOf(document.activeElement as HTMLElement)
  all.at((at + step) % all.length)?.focus()
}
