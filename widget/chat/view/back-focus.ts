const reachable = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex="0"]'

/** Traps the focus in the window, from the last control to the first and back, when the window is modal. */
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
