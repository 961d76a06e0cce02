import type { KeyboardEvent } from 'react'

const steps: Record<string, 1 | -1> = { ArrowDown: 1, ArrowUp: -1 }

/** Up and down go through the field and the buttons of what floats, round and round. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key]
  if (!step) return
  event.preventDefault()
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('input, button:not(:disabled)')]
  const at = all.indexOf(document.activeElement as HTMLElement)
  all.at((at + step) % all.length)?.focus()
}
