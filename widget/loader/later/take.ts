import type { ChatSite } from '../../../shared/chat.ts'
import { mount } from '../../chat/main.tsx'
import type { Mounting } from '../../chat/mounting.ts'
import { turn } from '../../chat/turn.ts'
import { createSheet, type LoadedWidget, type LoaderContext } from '../context.ts'
import type { SiteError } from '../site.ts'
import { actionsOf, createCall } from './actions.ts'
import { createEvents } from './events.ts'
import { keepPlace } from './keep-place.ts'
import { keptOpen } from './kept-open.ts'
import css from './later.css?inline'
import { createLauncher } from './launcher.ts'
import { nativesOf } from './natives.ts'

/**
 * Takes over from the loader: mounts the chat, connects it with the button, and handles the page's calls. Each step is
 * its own task, and so was the evaluation of this code.
 * @throws if the widget was destroyed in the meantime
 */
export async function take(context: LoaderContext, site: ChatSite): Promise<LoadedWidget> {
  const { options, root, signal } = context
  await turn()
  signal.throwIfAborted()
  const state = { open: false, unread: 0 }
  const events = createEvents()
  const kept = keptOpen(site.id)
  const theme = themeOf(options.theme, site)
  const scheme = theme === 'auto' ? 'light dark' : theme
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, createSheet(`${css}:host{color-scheme:${scheme}!important}`)]
  const launcher = createLauncher(context, site, state, () => actions.open())
  keepPlace(root.host as HTMLElement, signal)
  const chat = await mount({
    ...{
      root,
      site,
      theme,
      api: options.api,
      fill: options.fill,
      language: options.lang,
      natives: nativesOf(context.clean),
    },
    emit: events.emit,
    debug: options.log,
    showUnread(count) {
      const isNew = count !== state.unread
      state.unread = count
      launcher.show()
      if (isNew) events.emit('unread', { count })
    },
    showWords: launcher.name,
    announce: launcher.announce,
    showOpen(open) {
      if (open === state.open) return
      state.open = open
      if (!options.fill) kept.set(open)
      launcher.show()
      events.emit(open ? 'open' : 'close', undefined)
    },
  })
  const actions = actionsOf(chat, events, state)
  if (signal.aborted) chat.destroy()
  signal.throwIfAborted()
  signal.addEventListener('abort', () => chat.destroy())
  // After the page's queued calls, which may add handlers.
  setTimeout(() => signal.aborted || events.emit('ready', undefined))
  const link = /^#svc-chat=(.+)/.exec(location.hash)?.[1]
  if (link) {
    // The link grants access to the chat, so it does not stay in the address.
    history.replaceState(history.state, '', location.pathname + location.search)
    chat.talk.resume(link)
    chat.show('chat', null)
  }
  // It stays open on the next page of this tab, unless that page has no button.
  if (kept.was && context.drawn && !context.drawn.box.hidden) chat.open(true)
  return {
    call: createCall(chat, actions, options.log),
    debug: () => ({ theme, ...state, ...chat.debug() }),
  }
}

/** Explains to the developer of the page why it may not chat. */
export const explain = async (context: LoaderContext, error: SiteError): Promise<void> =>
  (await import('./setup-card.ts')).showSetupCard(context, error)

function themeOf(given: string | undefined, site: ChatSite): Mounting['theme'] {
  const known = [given, site.widget.brand?.theme].find((theme) => /^(light|dark|auto)$/.test(theme ?? ''))
  return (known as Mounting['theme'] | undefined) ?? 'auto'
}
