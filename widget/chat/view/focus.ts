const reachable = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex="0"]'

/** To the box in which the visitor writes; on a phone that would bring up the keyboard over what there is to read. */
export function focusInside(part: Element): void {
  const window = part.closest<HTMLElement>('.window')
  const box = matchMedia('(pointer: coarse)').matches ? null : window?.querySelector<HTMLElement>('.composer textarea')
  ;(box ?? window)?.focus()
}

/** Goes from the last control to the first and back, where the window is all that there is. */
export function keepFocusInside(root: HTMLElement, event: KeyboardEvent): void {
  const controls = [...root.querySelectorAll<HTMLElement>(reachable)].filter((one) => one.checkVisibility())
  const at = controls.indexOf((root.getRootNode() as ShadowRoot).activeElement as HTMLElement)
  const next = event.shiftKey
    ? at <= 0
      ? controls.at(-1)
      : undefined
    : at === controls.length - 1
      ? controls[0]
      : undefined
  if (!next) return
  event.preventDefault()
  next.focus()
}
