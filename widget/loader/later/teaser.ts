import type { ChatSite } from '../../../shared/chat.ts'
import { drawIcon } from '../button.ts'
import { dress, type First } from '../first.ts'
import { isNamed, watchAddress } from '../paths.ts'
import css from './teaser.css?inline'

/**
 * Draws a sentence beside the button where and when the site wants it. Who put it away, or opened the chat, never sees
 * the same text again.
 */
export function drawTeaser(
  { root, drawn, signal }: First,
  { id, widget }: ChatSite,
  away: string,
  pressed: () => void,
): { dismiss(): void } {
  const { text = '', afterScroll = 0, paths } = widget.teaser ?? {}
  const key = `svc:${id}:teaser`
  const bubble = document.createElement('p')
  let isDone = recall(key) === text
  let isDue = false
  const look = () => {
    isDue ||= scrolled() >= afterScroll
    if (isDue && !isDone && (!paths || isNamed(paths))) drawn?.box.prepend(bubble)
    // Not `remove`: what libraries of a page put in its place throws where there is nothing to take it from.
    else bubble.parentNode?.removeChild(bubble)
  }
  const dismiss = () => {
    if (!isDone) remember(key, text)
    isDone = true
    look()
  }
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, dress(css)]
  bubble.append(createButton(text, pressed), createButton(drawIcon('M18 6 6 18M6 6l12 12'), dismiss, away))
  addEventListener('scroll', look, { passive: true, signal })
  watchAddress(look, signal)
  look()
  return { dismiss }
}

function createButton(content: string | Element, pressed: () => void, label?: string): HTMLElement {
  const button = document.createElement('button')
  button.append(content)
  button.addEventListener('click', pressed)
  if (label) button.ariaLabel = label
  return button
}

/** How much of the page was scrolled, in percent; all of one that is not longer than the window. */
function scrolled(): number {
  const { scrollHeight, clientHeight, scrollTop } = document.scrollingElement ?? document.documentElement
  return scrollHeight > clientHeight ? (100 * scrollTop) / (scrollHeight - clientHeight) : 100
}

function recall(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function remember(key: string, text: string): void {
  try {
    localStorage.setItem(key, text)
  } catch {
    // Nothing is kept for this page: it is put away until the next.
  }
}
