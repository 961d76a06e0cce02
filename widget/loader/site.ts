import type { ChatSite } from '../../shared/chat.ts'
import type { Clean } from './clean.ts'
import type { Options } from './options.ts'

/**
 * Tells `seen` of the site as the page before knew it, and as it is: undefined where this page may not chat.
 * @returns what asks the server once, and gives what was known where it is not reached
 */
export function knowSite(
  { api, site, log }: Options,
  clean: () => Clean,
  seen: (site: ChatSite | undefined) => void,
): () => Promise<ChatSite> {
  const key = `svc:${site}:site`
  let known: ChatSite | undefined
  let asked: Promise<ChatSite> | undefined
  let last: string | null = ''
  const learn = (text: string | null) => {
    if (text === last) return
    last = text
    known = text ? clean().JSON.parse(text) : undefined
    seen(known)
  }
  const ask = async () => {
    try {
      const response = await clean().fetch(`${api}/chat/site?site=${encodeURIComponent(site)}`, { credentials: 'omit' })
      if (response.status > 404) throw response.status
      const text = response.ok ? await response.text() : ''
      learn(text)
      tryTo(() => localStorage.setItem(key, text))
    } catch (error) {
      log('the site was not read', error)
      asked = undefined
    }
    if (!known) throw site
    return known
  }
  tryTo(() => learn(localStorage.getItem(key)))
  return () => (asked ??= ask())
}

/** Does what the browser may not allow on this page. */
export function tryTo(act: () => void): void {
  try {
    act()
  } catch {
    // It works without.
  }
}
