import type { ChatSite } from '../../../shared/chat.ts'
import { mount } from '../../chat/main.tsx'
import type { Mounting } from '../../chat/mounting.ts'
import { turn } from '../../chat/turn.ts'
import { dress, type First, type Second } from '../first.ts'
import { type Actions, actionsOf } from './actions.ts'
import { createEvents } from './events.ts'
import { keepPlace } from './keep-place.ts'
import css from './later.css?inline'
import { createLauncher } from './launcher.ts'
import { nativesOf } from './natives.ts'

/**
 * Takes over from the loader: mounts the chat, joins it with the button, and answers the calls of the page. Each step is a
 * task of its own, as was the evaluation of all this.
 * @throws where the widget was destroyed meanwhile
 */
export async function take(first: First, site: ChatSite): Promise<Second> {
  const { options, root, signal } = first
  await turn()
  signal.throwIfAborted()
  const state = { open: false, unread: 0 }
  const events = createEvents()
  const theme = themeOf(options.theme, site)
  const scheme = theme === 'auto' ? 'light dark' : theme
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, dress(`${css}:host{color-scheme:${scheme}!important}`)]
  const launcher = createLauncher(first, site, state, () => actions.open())
  keepPlace(root.host as HTMLElement, signal)
  const chat = await mount({
    ...{ root, site, theme, api: options.api, fill: options.fill, natives: nativesOf(first.clean) },
    tell: events.tell,
    debug: options.log,
    showUnread(count) {
      state.unread = count
      launcher.show()
    },
    showWords: launcher.name,
    showOpen(open) {
      if (open === state.open) return
      state.open = open
      launcher.show()
      events.tell(open ? 'open' : 'close', undefined)
    },
  })
  const actions = actionsOf(chat, events, state)
  if (signal.aborted) chat.destroy()
  signal.throwIfAborted()
  signal.addEventListener('abort', () => chat.destroy())
  return {
    call(name, given) {
      options.log(name, ...given)
      try {
        actions[name as keyof Actions](...(given as [never, never]))
      } catch (error) {
        options.log(`${name} was ignored`, error)
      }
    },
    debug: () => ({ theme, ...state, ...chat.debug() }),
  }
}

function themeOf(given: string | undefined, site: ChatSite): Mounting['theme'] {
  const known = [given, site.widget.brand?.theme].find((theme) => /^(light|dark|auto)$/.test(theme ?? ''))
  return (known as Mounting['theme'] | undefined) ?? 'auto'
}
