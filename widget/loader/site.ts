import type { ChatSite } from '../../shared/chat.ts'
import type { Clean } from './clean.ts'
import type { Options } from './options.ts'

/** The parts of an error that explain it to the developer of the page. */
export type SiteError = { message: string; reason: string; params?: { origin?: string } }

/**
 * Calls `seen` with the site as last known, and as it is now. A page that may not chat gets no answer, and
 * `refused` the reason.
 * @returns a function that asks the server once, and falls back to the known site
 */
export function knowSite(
  { api, site, log, lang }: Options,
  clean: () => Clean,
  seen: (site: ChatSite) => void,
  refused: (error: SiteError) => void,
): () => Promise<ChatSite> {
  const key = `svc:${site}:site`
  let known: ChatSite | undefined
  let asked: Promise<ChatSite> | undefined
  let last = ''
  let shown = ''
  const learn = (text: string | null) => {
    if (!text || text === last) return
    last = text
    const site: ChatSite = clean().JSON.parse(text)
    known = site
    seen(site)
  }
  const ask = async () => {
    tryTo(() => learn(localStorage.getItem(key)))
    try {
      const response = await clean().fetch(
        `${api}/chat/site?site=${encodeURIComponent(site)}&lang=${[lang, document.documentElement.lang, navigator.languages]}`,
      )
      const text = await response.text()
      if (!response.ok) {
        // The server says why, and where to change it. Repeated attempts do not log it again.
        if (text !== shown) {
          const { error } = clean().JSON.parse(text)
          console.warn('[Frontdesk]', error.message)
          refused(error)
        }
        shown = text
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

/** Tries something that the browser may deny on this page. */
export function tryTo(act: () => void): void {
  try {
    act()
  } catch {
    // Optional.
  }
}
