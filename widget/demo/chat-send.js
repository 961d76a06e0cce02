/** @import { Action, Outgoing } from './chat-types.js' */
/** @import { Access } from './chat-api.js' */
/** @import { Chat } from './chat-receive.js' */

import { ChatError, sendMessage, signalConversation, startConversation } from './chat-api.js'
import { follow } from './chat-follow.js'
import { addMessage, endStream, removeOutgoing, setFate, showOutgoing, stream } from './chat-log.js'
import { receive, settle } from './chat-receive.js'

/** Refusals after which the same conversation cannot go on, but a new one can. */
const OVER = new Set(['unauthorized', 'not_found', 'conflict', 'gone'])

/**
 * Sends a text or an action. It is kept until the server has answered it, over reloads and without a connection too.
 *
 * @param {Chat} chat
 * @param {string} text What the visitor sees of it.
 * @param {Action} [action]
 */
export function send(chat, text, action) {
  const item = { clientMessageId: newMessageId(), ts: Date.now(), text, ...(action && { action }) }
  chat.saved.outbox.push(item)
  if (action) chat.saved.answers[action.id] = action.value
  chat.store.write(chat.saved)
  showOutgoing(chat.log, item)
  return flush(chat)
}

/**
 * Sends what waits, one after the other, unless that is going on already.
 *
 * @param {Chat} chat
 */
export async function flush(chat) {
  if (chat.sending) return
  for (const item of chat.saved.outbox) setFate(chat.log, item, fateOf(item))
  chat.sending = true
  chat.setSending(true)
  try {
    for (let item = nextOf(chat); item; item = nextOf(chat)) await attempt(chat, item)
  } finally {
    chat.sending = false
    chat.setSending(false)
    chat.setState('')
    receive(chat, chat.held.splice(0))
  }
}

/**
 * Sends once more what failed, as the same message.
 *
 * @param {Chat} chat
 * @param {Outgoing} item
 */
export function retry(chat, item) {
  delete item.failure
  return flush(chat)
}

/**
 * Sends what waits, and once more what was lost on the way: for when the page or the connection is there again.
 *
 * @param {Chat} chat
 */
export function resume(chat) {
  for (const item of chat.saved.outbox) if (item.lost) delete item.failure
  return flush(chat)
}

/**
 * Takes back what failed.
 *
 * @param {Chat} chat
 * @param {Outgoing} item
 */
export function discard(chat, item) {
  chat.saved.outbox = chat.saved.outbox.filter((other) => other !== item)
  if (item.action) delete chat.saved.answers[item.action.id]
  chat.store.write(chat.saved)
  removeOutgoing(chat.log, item)
}

/**
 * Asks the server to end the reply that is being written. The stream then ends by itself, with what was written so far.
 *
 * @param {Chat} chat
 */
export async function stop(chat) {
  const { id, token } = chat.saved
  if (!id || !token) return
  chat.setState('Stopping')
  await signalConversation(chat.api, { id, token }, 'stop').catch(() =>
    chat.setState('The answer could not be stopped'),
  )
}

/**
 * What to say under a message that is not confirmed.
 *
 * @param {Outgoing} item
 */
export function fateOf(item) {
  if (item.failure) return item.failure
  return navigator.onLine ? 'Sending' : 'Will be sent when you are back online'
}

function nextOf(/** @type {Chat} */ chat) {
  return navigator.onLine ? chat.saved.outbox.find((item) => !item.failure) : undefined
}

async function attempt(/** @type {Chat} */ chat, /** @type {Outgoing} */ item) {
  setFate(chat.log, item, '')
  chat.setState(chat.person ? 'Sending' : 'Looking it up')
  try {
    await readReply(chat, await reach(chat), item)
  } catch (error) {
    fail(chat, item, error)
  }
  endStream(chat.log)
  chat.store.write(chat.saved)
}

async function readReply(/** @type {Chat} */ chat, /** @type {Access} */ access, /** @type {Outgoing} */ item) {
  let text = ''
  for await (const part of sendMessage(chat.api, access, item)) {
    if ('text' in part) {
      text += part.text
      item.begun = true
      chat.setState('Writing')
      stream(chat.log, text)
    } else {
      endStream(chat.log)
      settle(chat, item.clientMessageId)
      receive(chat, part.messages)
    }
  }
}

/** The conversation of this browser, started where there is none. */
async function reach(/** @type {Chat} */ chat) {
  const { id, token } = chat.saved
  if (id && token) return { id, token }
  const started = await startConversation(chat.api, contextOf())
  chat.saved.id = started.id
  chat.saved.token = started.token
  // The greeting stands on the page already.
  chat.saved.messages.push(...started.messages.filter((message) => message.text === chat.log.greeting))
  receive(chat, started.messages)
  void follow(chat)
  return started
}

/** Where the visitor writes from; what the browser does not tell is left out. */
function contextOf() {
  const context = {
    pageUrl: location.href.split('#', 1)[0] ?? '',
    pageTitle: document.title,
    referrer: document.referrer,
    locale: navigator.language,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
  return Object.fromEntries(Object.entries(context).filter(([, value]) => value))
}

function fail(/** @type {Chat} */ chat, /** @type {Outgoing} */ item, /** @type {unknown} */ error) {
  if (!(error instanceof ChatError)) throw error
  if (error.code === 'network' && !navigator.onLine) {
    setFate(chat.log, item, fateOf(item))
  } else if (OVER.has(error.code) && !item.renewed) {
    item.renewed = true
    renew(chat)
  } else {
    item.failure = error.message
    item.lost = error.code === 'network'
    item.final = error.code === 'bad_request'
    setFate(chat.log, item, error.message)
  }
}

/** Goes on in a new conversation; what stands on the page stays. */
function renew(/** @type {Chat} */ chat) {
  chat.follower?.abort()
  delete chat.saved.id
  delete chat.saved.token
  const text = 'The earlier conversation has ended. This is a new one.'
  const notice = /** @type {const} */ ({ id: newMessageId(), ts: Date.now(), role: 'system', type: 'notice', text })
  chat.saved.earlier.push(...chat.saved.messages.splice(0), notice)
  addMessage(chat.log, notice)
}

/** 128 random bits; unlike randomUUID this also works on a page without https. */
function newMessageId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
