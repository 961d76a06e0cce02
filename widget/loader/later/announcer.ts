import type { ChatSite } from '../../../shared/chat.ts'
import type { News } from '../../chat/mounting.ts'
import { createSheet, type LoaderContext } from '../context.ts'
import css from './announcer.css?inline'
import base from './bubble.css?inline'
import { createBubble } from './bubble.ts'
import { playChime } from './chime.ts'

/** The state of the window, as the loader knows it. */
type State = { open: boolean; unread: number }

/** Another tab that shows the chat marks a reply as read within this time, in milliseconds. */
const readWithin = 300

export type Announcer = {
  /** Shows a reply above the button, counts it in the page's title, and plays a sound if the site wants one. */
  announce(news: News, name: string): void
  /** The window was opened or closed, or the number of unread replies changed. */
  update(): void
}

/** Announces replies that arrive while the visitor does not see the chat. */
export function createAnnouncer(
  { root, drawn, signal }: LoaderContext,
  site: ChatSite,
  state: State,
  dismissLabel: string,
  open: () => void,
): Announcer {
  const title = createTitle(state)
  let bubble: HTMLElement | undefined
  const dismiss = () => {
    bubble?.parentNode?.removeChild(bubble)
    bubble = undefined
  }
  const show = ({ text }: News, name: string) => {
    dismiss()
    const words = document.createElement('span')
    const author = document.createElement('b')
    author.append(name)
    words.append(author, text)
    author.dir = words.dir = 'auto'
    bubble = createBubble(words, open, dismissLabel, dismiss)
    bubble.classList.add('news', site.position)
    bubble.role = 'status'
    drawn?.box.prepend(bubble)
  }
  const update = () => {
    if (state.open || state.unread === 0) dismiss()
    title.update()
  }
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, createSheet(base + css)]
  document.addEventListener('visibilitychange', update, { signal })
  signal.addEventListener('abort', title.restore)
  return {
    announce(news, name) {
      setTimeout(() => {
        if (signal.aborted || state.unread === 0) return
        if (!state.open) show(news, name)
        if (site.widget.sound) playChime(`svc:${site.id}:sound`)
        update()
      }, readWithin)
    },
    update,
  }
}

/** The number of unread replies before the page's title, while the page is in the background. */
function createTitle(state: State) {
  let theirs = ''
  let ours = ''
  const restore = () => {
    // The page may have set another title in the meantime.
    if (ours && document.title === ours) document.title = theirs
    ours = ''
  }
  return {
    restore,
    update() {
      restore()
      theirs = document.title
      // A page may count by itself.
      if (!document.hidden || state.unread === 0 || /^\(\d+\+?\)/.test(theirs)) return
      document.title = `(${state.unread}) ${theirs}`
      ours = document.title
    },
  }
}
