import type { ChatSite } from '../../../shared/chat.ts'
import { createSheet, type LoaderContext } from '../context.ts'
import { isNamed, watchAddress } from '../paths.ts'
import css from './bubble.css?inline'
import { createBubble } from './bubble.ts'

/**
 * Shows a teaser beside the button where and when the site wants it. Visitors who dismissed it or opened the chat never
 * see the same text again.
 */
export function drawTeaser(
  { root, drawn, signal }: LoaderContext,
  { id, position, widget }: ChatSite,
  away: string,
  pressed: () => void,
): { dismiss(): void } {
  const { text = '', afterScroll = 0, paths } = widget.teaser ?? {}
  const key = `svc:${id}:teaser`
  let isDone = recall(key) === text
  let isDue = false
  const look = () => {
    isDue ||= scrolled() >= afterScroll
    if (isDue && !isDone && (!paths || isNamed(paths))) drawn?.box.prepend(bubble)
    // Avoids `remove`, because replacements by some libraries throw if there is no parent.
    else bubble.parentNode?.removeChild(bubble)
  }
  const dismiss = () => {
    if (!isDone) remember(key, text)
    isDone = true
    look()
  }
  const bubble = createBubble(text, pressed, away, dismiss)
  bubble.classList.add(position)
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, createSheet(css)]
  addEventListener('scroll', look, { passive: true, signal })
  watchAddress(look, signal)
  look()
  return { dismiss }
}

/** How much of the page was scrolled, in percent; 100 for a page that fits the window. */
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
    // This page may not store anything, so it is dismissed until the next page.
  }
}
