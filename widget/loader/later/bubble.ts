import { drawIcon } from '../button.ts'

/** A bubble above the button: a button with the content, and one that dismisses it. */
export function createBubble(
  content: string | Element,
  pressed: () => void,
  dismissLabel: string,
  dismiss: () => void,
): HTMLElement {
  const bubble = document.createElement('p')
  const close = createButton(drawIcon('M18 6 6 18M6 6l12 12'), dismiss)
  close.ariaLabel = dismissLabel
  bubble.append(createButton(content, pressed), close)
  return bubble
}

function createButton(content: string | Element, pressed: () => void): HTMLElement {
  const button = document.createElement('button')
  button.append(content)
  button.addEventListener('click', pressed)
  return button
}
