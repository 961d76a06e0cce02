import type { ChatSite } from '../../../shared/chat.ts'
import type { Mounting } from '../../chat/mounting.ts'
import { turn } from '../../chat/turn.ts'
import { drawIcon } from '../button.ts'
import type { First } from '../first.ts'

type Words = NonNullable<Parameters<Mounting['showWords']>[0]>

/** The button and the sentence beside it, once the chat is there. */
export function createLauncher(
  first: First,
  site: ChatSite,
  state: { open: boolean; unread: number },
  open: () => void,
): { show(): void; name(words?: Words): void } {
  const { drawn, root, options } = first
  if (!drawn) return { show: () => {}, name: () => {} }
  const { box, button, face, sign, say, fail } = drawn
  const label = site.widget.launcher?.label
  let words: Words | undefined
  let teaser: Promise<{ dismiss(): void } | undefined> | undefined
  let wasOpen = false
  button.ariaHasPopup = 'dialog'
  // Not in the task of the click, which brings the browser's own work with it.
  const pressed = button.onclick as () => void
  button.onclick = () => void turn().then(pressed)
  const show = () => {
    // Without words there is no window yet.
    const isShown = state.open && words
    const name = isShown ? isShown.close : label || words?.openChat || site.openChat
    say(state.unread && !isShown ? `${name} (${state.unread})` : name)
    if (state.open && !words) button.ariaBusy = 'true'
    button.ariaExpanded = `${!!isShown}`
    face.replaceChildren(isShown ? drawIcon('M18 6 6 18M6 6l12 12') : sign)
    box.dataset.badge = state.open || !state.unread ? '' : state.unread > 99 ? '99+' : `${state.unread}`
    if (state.open) teaser?.then((shown) => shown?.dismiss())
    // The focus goes back to the button, unless it is elsewhere on the page.
    else if (wasOpen && (root.activeElement || document.activeElement === document.body))
      button.focus({ preventScroll: true })
    wasOpen = state.open
  }
  show()
  return {
    show,
    name(given) {
      if (!given) return fail()
      words = given
      // Few sites have one, and nothing waits for it.
      if (site.widget.teaser?.text)
        teaser ??= import('./teaser.ts')
          .then(({ drawTeaser }) => drawTeaser(first, site, given.dismiss, open))
          .catch((error) => {
            options.log(error)
            return undefined
          })
      show()
    },
  }
}
