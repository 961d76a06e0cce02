import type { Core } from './core.ts'
import { type Known, keyOf } from './message.ts'
import { countUnread } from './state.ts'

/** Tells the page of replies, the badge of what was not read, and the server of what was seen. Each tab tells its own page. */
export function createNews(core: Core) {
  const { store, calls, surroundings } = core
  let id = store.chat()?.id
  let known = new Set(store.chat()?.messages.map((message) => message.id))
  let shown = -1
  let seen: string | undefined

  const markRead = () => {
    const chat = store.chat()
    const last = chat?.messages.at(-1)
    if (!chat || !last) return
    const read = keyOf(last)
    if (store.read() !== read) store.setRead(read)
    const spoken = chat.messages.findLast(({ role, meta }) => role === 'agent' && meta?.human)
    if (!spoken || spoken.id === seen || spoken.seenAt !== undefined || chat.ended) return
    seen = spoken.id
    // Said again with the next message where this is lost.
    calls.post(chat, 'seen', { messageId: spoken.id }).catch(() => {})
  }
  return {
    notice() {
      const chat = store.chat()
      const messages = chat?.messages ?? []
      if (chat?.id !== id) {
        id = chat?.id
        known = new Set(messages.slice(0, Math.max(0, firstOwn(messages))).map((message) => message.id))
      }
      const came = messages.filter((message) => !known.has(message.id))
      for (const message of came) {
        known.add(message.id)
        core.moments?.end(message)
      }
      if (core.visible) markRead()
      const unread = core.visible ? 0 : countUnread(store)
      const told = came.filter(({ role }) => role !== 'user')
      told.forEach(({ role }, at) => {
        const later = told.slice(at + 1).filter((other) => other.role === 'agent').length
        surroundings.tell('message', { role: role as 'agent' | 'system', count: Math.max(0, unread - later) })
      })
      if (unread !== shown) surroundings.showUnread(unread)
      shown = unread
    },
  }
}

/** What stands before the visitor's first message greets, and is no news; all of it while there is none. */
function firstOwn(messages: Known[]): number {
  const place = messages.findIndex(({ role }) => role === 'user')
  return place < 0 ? messages.length : place
}
