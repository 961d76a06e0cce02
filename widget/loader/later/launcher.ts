import type { ChatSite } from '../../../shared/chat.ts'
import { drawIcon } from '../button.ts'
import type { First } from '../first.ts'

/** The button and the sentence beside it, once the chat is there. */
export function createLauncher(
  first: First,
  site: ChatSite,
  state: { open: boolean; unread: number },
  open: () => void,
): { show(): void } {
  const { drawn, root, options } = first
  if (!drawn) return { show: () => {} }
  const { box, button, face, sign, say } = drawn
  const name = site.widget.launcher?.label || site.botName
  // Few sites have one, and nothing waits for it.
  const teaser = site.widget.teaser?.text
    ? import('./teaser.ts').then(({ drawTeaser }) => drawTeaser(first, site, open)).catch(options.log)
    : undefined
  let wasOpen = false
  button.ariaHasPopup = 'dialog'
  const show = () => {
    const words = state.open ? (site.widget.strings?.close ?? 'Close') : name
    say(state.unread && !state.open ? `${words} (${state.unread})` : words)
    button.ariaExpanded = `${state.open}`
    face.replaceChildren(state.open ? drawIcon('M18 6 6 18M6 6l12 12') : sign)
    box.dataset.badge = state.open || !state.unread ? '' : state.unread > 99 ? '99+' : `${state.unread}`
    if (state.open) teaser?.then((shown) => shown?.dismiss())
    // The focus goes back to the button, unless it is elsewhere on the page.
    else if (wasOpen && (root.activeElement || document.activeElement === document.body))
      button.focus({ preventScroll: true })
    wasOpen = state.open
  }
  show()
  return { show }
}
