/** Focuses the message box, except on a phone, where the keyboard would cover the content. */
export function focusInside(part: Element): void {
  const window = part.closest<HTMLElement>('.window')
  const box = matchMedia('(pointer: coarse)').matches ? null : window?.querySelector<HTMLElement>('.composer textarea')
  ;(box ?? window)?.focus()
}
