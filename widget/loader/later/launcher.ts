import type { ChatSite } from '../../../shared/chat.ts'
import { drawIcon, drawSign } from '../button.ts'
import type { First } from '../first.ts'
import { drawTeaser } from './teaser.ts'

/** The button and the sentence beside it, once the chat is there. */
export function createLauncher(
  { drawn, root, signal }: First,
  site: ChatSite,
  state: { open: boolean; unread: number },
  open: () => void,
): { show(): void } {
  if (!drawn) return { show: () => {} }
  const { box, button, face, say } = drawn
  const name = site.widget.launcher?.label || site.botName
  const sign = drawSign(site.launcherIcon)
  const teaser = drawTeaser(box, site, open, signal)
  let wasOpen = false
  button.ariaHasPopup = 'dialog'
  const show = () => {
    const words = state.open ? (site.widget.strings?.close ?? 'Close') : name
    say(state.unread && !state.open ? `${words} (${state.unread})` : words)
    button.ariaExpanded = `${state.open}`
    face.replaceChildren(state.open ? drawIcon('M18 6 6 18M6 6l12 12') : sign)
    box.dataset.badge = state.open || !state.unread ? '' : state.unread > 99 ? '99+' : `${state.unread}`
    if (state.open) teaser.dismiss()
    // The focus goes back to the button, unless it is elsewhere on the page.
    else if (wasOpen && (root.activeElement || document.activeElement === document.body))
      button.focus({ preventScroll: true })
    wasOpen = state.open
  }
  show()
  return { show }
}
