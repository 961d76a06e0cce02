import { inOneLine } from '../../../shared/markdown.ts'
import type { News } from '../mounting.ts'
import type { Core } from './core.ts'
import { type Known, keyOf } from './message.ts'
import { countUnread } from './state.ts'

/**
 * Reports replies to the page, the unread count to the badge, and seen messages to the server. Each tab reports to its
 * own page.
 */
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
    // A person's message, or a line such as that the chat was closed: the team can undo that until it is seen.
    const spoken = chat.messages.findLast(({ role, meta }) => role === 'system' || (role === 'agent' && meta?.human))
    if (!spoken || spoken.id === seen || spoken.seenAt !== undefined || chat.ended) return
    seen = spoken.id
    // Sent again with the next message if it is lost.
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
        core.ephemeralEvents?.end(message)
      }
      if (core.visible) markRead()
      const unread = core.visible ? 0 : countUnread(store)
      const received = came.filter(({ role }) => role !== 'user')
      received.forEach(({ role }, at) => {
        const later = received.slice(at + 1).filter((other) => other.role === 'agent').length
        surroundings.emit('message', { role: role as 'agent' | 'system', count: Math.max(0, unread - later) })
      })
      if (unread !== shown) surroundings.showUnread(unread)
      shown = unread
      const last = received.findLast(({ role }) => role === 'agent')
      if (last && unread > 0) surroundings.announce(newsOf(last, surroundings.site.botName))
    },
  }
}

function newsOf(message: Known, botName: string): News {
  const { meta } = message
  const text = 'text' in message && message.text ? inOneLine(message.text) : 'title' in message ? message.title : ''
  return { name: meta?.human ? meta.agentName : botName, text: text ?? '' }
}

/** Messages before the visitor's first one are a greeting and do not count as news; without one, all are. */
function firstOwn(messages: Known[]): number {
  const place = messages.findIndex(({ role }) => role === 'user')
  return place < 0 ? messages.length : place
}
