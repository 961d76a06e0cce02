import type { ChatSite } from '../../../shared/chat.ts'
import type { Mounting, News } from '../../chat/mounting.ts'
import { turn } from '../../chat/turn.ts'
import { drawIcon } from '../button.ts'
import type { LoaderContext } from '../context.ts'
import type { Announcer } from './announcer.ts'

type Words = NonNullable<Parameters<Mounting['showWords']>[0]>

/** The button, what is shown above it, and the page's title, once the chat is loaded. */
export function createLauncher(
  context: LoaderContext,
  site: ChatSite,
  state: { open: boolean; unread: number },
  open: () => void,
): { show(): void; name(words?: Words): void; announce(news: News): void } {
  const { drawn, root, options } = context
  let words: Words | undefined
  const { announce, update } = laterAnnouncer(context, site, state, () => words, open)
  const keep = (given?: Words) => {
    words = given
  }
  if (!drawn) return { show: update, name: keep, announce }
  const { box, button, face, sign, setLabel, fail } = drawn
  const label = site.widget.launcher?.label
  let teaser: Promise<{ dismiss(): void } | undefined> | undefined
  let wasOpen = false
  button.ariaHasPopup = 'dialog'
  // Not in the task of the click, which includes the browser's own work.
  const pressed = button.onclick as () => void
  button.onclick = () => void turn().then(pressed)
  const show = () => {
    // Without texts there is no window yet.
    const isShown = state.open && words
    const name = isShown ? isShown.close : label || words?.openChat || site.openChat
    setLabel(state.unread && !isShown ? `${name} (${state.unread})` : name)
    if (state.open && !words) button.ariaBusy = 'true'
    button.ariaExpanded = `${!!isShown}`
    face.replaceChildren(isShown ? drawIcon('M18 6 6 18M6 6l12 12') : sign)
    box.dataset.badge = state.open || !state.unread ? '' : state.unread > 99 ? '99+' : `${state.unread}`
    if (state.open) teaser?.then((shown) => shown?.dismiss())
    // Returns the focus to the button, unless it is elsewhere on the page.
    else if (wasOpen && (root.activeElement || document.activeElement === document.body))
      button.focus({ preventScroll: true })
    wasOpen = state.open
    update()
  }
  show()
  return {
    show,
    announce,
    name(given) {
      if (!given) return fail()
      keep(given)
      // Few sites have a teaser, and nothing waits for it.
      if (site.widget.teaser?.text)
        teaser ??= import('./teaser.ts')
          .then(({ drawTeaser }) => drawTeaser(context, site, given.dismiss, open))
          .catch((error) => noted(options.log, error))
      show()
    },
  }
}

/** Logs that a part could not be loaded. The chat works without it. */
function noted(log: LoaderContext['options']['log'], error: unknown): undefined {
  log(error)
}

/** Announces replies that the visitor does not see. Loaded with the first one. */
function laterAnnouncer(
  context: LoaderContext,
  site: ChatSite,
  state: { open: boolean; unread: number },
  words: () => Words | undefined,
  open: () => void,
) {
  let announcer: Promise<Announcer | undefined> | undefined
  return {
    announce(news: News) {
      announcer ??= import('./announcer.ts')
        .then(({ createAnnouncer }) => createAnnouncer(context, site, state, words()?.dismiss ?? '', open))
        .catch((error) => noted(context.options.log, error))
      announcer.then((loaded) => loaded?.announce(news, news.name || words()?.team || site.botName))
    },
    update: () => void announcer?.then((loaded) => loaded?.update()),
  }
}
