/** @import { Message, Saved } from './chat-types.js' */
/** @import { Api } from './chat-api.js' */
/** @import { Log } from './chat-log.js' */
/** @import { createStore } from './chat-store.js' */

import { addMessage, setFate } from './chat-log.js'

/**
 * The open page's conversation.
 * `held`: messages that came from outside while a reply was being written; they are shown after it. `person`: who of the team
 * has the conversation. `waiting`: for a person; the place in the queue, once it is known.
 *
 * @typedef {{ api: Api, store: ReturnType<typeof createStore>, log: Log, saved: Saved, sending: boolean, held: Message[],
 *   follower: AbortController | null, person: string | null, waiting: { place?: number, minutes?: number | null } | null,
 *   setState: (words: string) => void, setPerson: (name: string | null) => void, setWaiting: (waiting: Chat['waiting']) => void,
 *   setSending: (sending: boolean) => void }} Chat
 */

/**
 * Takes in messages of the server, each once, whichever way it came.
 *
 * @param {Chat} chat
 * @param {Message[]} messages
 */
export function receive(chat, messages) {
  for (const message of messages) {
    if (isKnown(chat.saved, message)) continue
    if (isUnconfirmed(chat.saved, message)) continue
    if (message.role === 'agent' && !message.meta?.human) settle(chat, brokenOff(chat.saved)?.clientMessageId)
    chat.saved.messages.push(message)
    addMessage(chat.log, message, chat.saved.answers[message.id])
    const { role, meta } = message
    if (role === 'agent') chat.setPerson(meta?.human ? (meta.agentName ?? 'Our team') : null)
    if (role === 'system' && meta?.agentName) chat.setPerson(meta.agentName)
  }
  chat.store.write(chat.saved)
}

/**
 * Takes in messages that came from outside: at once, or when the reply that is being written is complete.
 *
 * @param {Chat} chat
 * @param {Message[]} messages
 */
export function receiveLater(chat, messages) {
  if (chat.sending) chat.held.push(...messages)
  else receive(chat, messages)
}

/**
 * What the visitor wrote has reached the server and was answered: it is a message like the others now.
 *
 * @param {Chat} chat
 * @param {string | null | undefined} clientMessageId
 */
export function settle(chat, clientMessageId) {
  const item = chat.saved.outbox.find((other) => other.clientMessageId === clientMessageId)
  if (!item) return
  chat.saved.outbox = chat.saved.outbox.filter((other) => other !== item)
  const { ts, text } = item
  chat.saved.messages.push({
    id: item.clientMessageId,
    ts,
    role: 'user',
    type: 'text',
    text,
    clientMessageId: item.clientMessageId,
  })
  setFate(chat.log, item, '')
}

/** A message whose reply was lost on the way; the server finished it all the same. */
function brokenOff(/** @type {Saved} */ saved) {
  return saved.outbox.find((item) => item.failure && item.lost && item.begun)
}

/** A message that waits for its answer here, or the half of one that failed: trying again replaces it. */
function isUnconfirmed(/** @type {Saved} */ { outbox }, /** @type {Message} */ { role, clientMessageId, meta }) {
  if (role === 'user') return outbox.some((item) => item.clientMessageId === clientMessageId)
  return Boolean(meta?.interrupted) && outbox.some((item) => item.failure)
}

function isKnown(/** @type {Saved} */ saved, /** @type {Message} */ { id, role, clientMessageId }) {
  return saved.messages.some(
    (other) => other.id === id || (role === 'user' && clientMessageId && other.clientMessageId === clientMessageId),
  )
}
