/** @import { Saved } from './chat-types.js' */

const KEPT_MS = 24 * 60 * 60 * 1000
const KEPT_MESSAGES = 500

/**
 * What this browser keeps of one site's conversation, over reloads, under keys that begin with `svc:`.
 * Where the browser refuses storage, it is kept for the life of the page.
 *
 * @param {string} site
 */
export function createStore(site) {
  const key = `svc:chat:${site}`
  const draftKey = `svc:draft:${site}`
  return {
    key,
    /** @returns {Saved} an empty one when there is none, or it is a day old */
    read: () => parse(get(key)),
    /** @param {Saved} saved */
    write(saved) {
      saved.at = Date.now()
      for (const list of [saved.earlier, saved.messages]) list.splice(0, list.length - KEPT_MESSAGES)
      set(key, JSON.stringify(saved))
    },
    readDraft: () => get(draftKey) ?? '',
    writeDraft: (/** @type {string} */ text) => set(draftKey, text),
  }
}

/** @returns {Saved} */
export function emptyConversation() {
  return { at: Date.now(), earlier: [], messages: [], outbox: [], answers: {} }
}

/** @returns {Saved} */
function parse(/** @type {string | null} */ text) {
  try {
    const saved = JSON.parse(text ?? 'null')
    if (Date.now() - saved?.at < KEPT_MS) return { ...emptyConversation(), ...saved }
  } catch {
    // Written by something else under our key: begin anew.
  }
  return emptyConversation()
}

function get(/** @type {string} */ key) {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function set(/** @type {string} */ key, /** @type {string} */ text) {
  try {
    if (text) localStorage.setItem(key, text)
    else localStorage.removeItem(key)
  } catch {
    // Storage is full or forbidden; the open page still has everything.
  }
}
