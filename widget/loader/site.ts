import type { ChatSite } from '../../shared/chat.ts'
import type { Clean } from './clean.ts'
import type { Options } from './options.ts'

/**
 * Tells `seen` of the site as the page before knew it, and as it is. A page that may not chat is not answered.
 * @returns what asks the server once, and gives what was known where it is not reached
 */
export function knowSite(
  { api, site, log }: Options,
  clean: () => Clean,
  seen: (site: ChatSite) => void,
): () => Promise<ChatSite> {
  const key = `svc:${site}:site`
  let known: ChatSite | undefined
  let asked: Promise<ChatSite> | undefined
  let last = ''
  const learn = (text: string) => {
    if (text === last) return
    last = text
    const site: ChatSite = clean().JSON.parse(text)
    known = site
    seen(site)
  }
  const ask = async () => {
    tryTo(() => learn(localStorage.getItem(key) || ''))
    try {
      const response = await clean().fetch(`${api}/chat/site?site=${encodeURIComponent(site)}`)
      const text = await response.text()
      if (!response.ok) {
        // The server says why, and where to change it. Repeated tries do not repeat it.
        if (text !== last) console.warn('[Frontdesk]', clean().JSON.parse(text).error.message)
        last = text
        throw response.status
      }
      learn(text)
      tryTo(() => localStorage.setItem(key, text))
    } catch (error) {
      log(error)
      asked = undefined
    }
    return known ?? Promise.reject(site)
  }
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
