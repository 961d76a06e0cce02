/** @import { Access } from './chat-api.js' */
/** @import { Chat } from './chat-receive.js' */
/** @import { StreamEvent } from './chat-stream.js' */

import { ChatError, followConversation, readConversation } from './chat-api.js'
import { takePerson } from './chat-person.js'
import { receiveLater } from './chat-receive.js'

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000
const OVER = new Set(['unauthorized', 'forbidden', 'not_found', 'gone'])

/**
 * Listens to the conversation until it is over or another call takes its place: first what was said until now, then what
 * comes. After a lost connection it goes on after the last event that it saw, and waits longer from try to try.
 *
 * @param {Chat} chat
 */
export async function follow(chat) {
  chat.follower?.abort()
  const { id, token } = chat.saved
  if (!id || !token) return
  const follower = new AbortController()
  const { signal } = follower
  chat.follower = follower
  /** @type {string | undefined} */
  let from
  for (let failures = 0; !signal.aborted; failures++) {
    try {
      from ??= await catchUp(chat, { id, token }, signal)
      for await (const event of followConversation(chat.api, { id, token }, from, signal)) {
        if (signal.aborted) return
        failures = 0
        from = event.event === 'resync' ? undefined : (event.id ?? from)
        if (!from) break
        take(chat, event)
      }
    } catch (error) {
      if (!(error instanceof ChatError)) throw error
      if (OVER.has(error.code)) return
    }
    await rest(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures) * (0.5 + Math.random() / 2), signal)
  }
}

/** @returns {Promise<string>} the event to read on from */
async function catchUp(/** @type {Chat} */ chat, /** @type {Access} */ access, /** @type {AbortSignal} */ signal) {
  const { messages, lastEventId } = await readConversation(chat.api, access, signal)
  if (!signal.aborted) receiveLater(chat, messages)
  return lastEventId
}

/** Takes in one event of the conversation; a type that this page does not know holds nothing for it. */
function take(/** @type {Chat} */ chat, /** @type {StreamEvent} */ { event, data }) {
  const said = JSON.parse(data)
  if (event === 'message.sent') {
    if (!chat.sending) chat.setState('')
    receiveLater(chat, said.messages)
  }
  takePerson(chat, event, said)
}

/** Waits for `ms`, for the connection to come back, or for the end. */
function rest(/** @type {number} */ ms, /** @type {AbortSignal} */ signal) {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      removeEventListener('online', done)
      signal.removeEventListener('abort', done)
      resolve(undefined)
    }
    const timer = setTimeout(done, ms)
    addEventListener('online', done)
    signal.addEventListener('abort', done)
  })
}
