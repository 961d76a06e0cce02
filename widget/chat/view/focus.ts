/** Focuses the message box, except on a phone, where the keyboard would cover the content. */
export function focusInside(part: Element): void {
  const window = part.closest<HTMLElement>('.window')
  const box = matchMedia('(pointer: coarse)').matches ? null : window?.querySelector<HTMLElement>('.composer textarea')
  ;(box ?? window)?.focus()
}

/**
 * Focuses the message box whenever the element with the focus is removed, such as a button that is used once. The
 * browser would leave the focus to the page.
 */
export function keepFocus(window: HTMLElement): void {
  const root = window.getRootNode() as ShadowRoot
  let last: EventTarget | null = null
  window.addEventListener('focusin', ({ target }) => {
    last = target
  })
  // Some browsers fire it for a removed element too.
  window.addEventListener('focusout', ({ target }) =>
    queueMicrotask(() => {
      if (target && last === target && isThere(target)) last = null
    }),
  )
  const look = () => {
    if (!last || isThere(last)) return
    last = null
    // In the next frame, when what replaces it had its turn to take the focus.
    requestAnimationFrame(() => {
      if (!root.activeElement && document.activeElement === document.body) focusInside(window)
    })
  }
  new MutationObserver(look).observe(window, { childList: true, subtree: true })
}

const isThere = (target: EventTarget) => (target as Element).isConnected
