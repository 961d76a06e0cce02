/** Focuses the message box, except on a phone, where the keyboard would cover the content. */
export function focusInside(window: HTMLElement): void {
  const isPhone = matchMedia('(pointer: coarse)').matches
  const box = isPhone ? null : window.querySelector<HTMLElement>('.composer textarea')
  ;(box ?? window).focus()
}

/**
 * Focuses the message box whenever the element with the focus is removed, such as a button that is used once. The
 * browser would leave the focus to the page.
 */
export function keepFocus(window: HTMLElement): void {
  const root = window.getRootNode() as ShadowRoot
  let last: Element | null = null
  // Some browsers tell it of a removed element too, which is not connected any more.
  const look = () => {
    if (root.activeElement || last?.isConnected) last = root.activeElement
    else if (last) {
      last = null
      // In the next frame, when what replaces it had its turn to take the focus.
      requestAnimationFrame(() => {
        if (!root.activeElement && document.activeElement === document.body) focusInside(window)
      })
    }
  }
  for (const type of ['focusin', 'focusout']) window.addEventListener(type, () => queueMicrotask(look))
  new MutationObserver(look).observe(window, { childList: true, subtree: true })
}
