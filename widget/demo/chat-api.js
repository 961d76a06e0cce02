import { readEvents } from './chat-stream.js'

/** @import { Message, Outgoing, Site } from './chat-types.js' */
/** @typedef {{ base: URL, site: string }} Api */
/** @typedef {{ id: string, token: string }} Access */
/** @typedef {{ text: string } | { messages: Message[] }} Part */

const PATIENCE_MS = 120_000
const UNREACHABLE = 'The chat cannot be reached. Please check your connection.'
const BROKEN_OFF = 'The connection was lost while the answer was being written.'

/** A request that did not succeed. `code` is the server's, or `network` where no answer, or only half of one, came. */
export class ChatError extends Error {
  /**
   * @param {string} code
   * @param {string} message In words for the visitor.
   */
  constructor(code, message) {
    super(message)
    this.name = 'ChatError'
    this.code = code
  }
}

/**
 * How this site wants its chat to look and what it says first.
 *
 * @param {Api} api
 * @returns {Promise<Site>}
 */
export async function getSite(api) {
  const response = await call(api, `site?${new URLSearchParams({ site: api.site })}`, {})
  return response.json()
}

/**
 * Starts a conversation without a message; the token lets this browser continue it.
 *
 * @param {Api} api
 * @param {Record<string, string>} context pageUrl, pageTitle, referrer, locale, timezone
 * @returns {Promise<Access & { messages: Message[] }>}
 */
export async function startConversation(api, context) {
  const response = await call(api, 'conversations', { method: 'POST', body: { site: api.site, context } })
  return response.json()
}

/**
 * Sends what the visitor wrote or chose, and gives the reply as it is written: texts, then once the whole messages.
 *
 * @param {Api} api
 * @param {Access} access
 * @param {Outgoing} item Sent again with the same clientMessageId, it is answered once.
 * @returns {AsyncGenerator<Part>}
 * @throws {ChatError} also when the stream breaks off, or says nothing for two minutes.
 */
export async function* sendMessage(api, access, item) {
  const { clientMessageId, action, text } = item
  const watch = watchdog(PATIENCE_MS)
  let words = UNREACHABLE
  try {
    const response = await call(api, `conversations/${encodeURIComponent(access.id)}/messages`, {
      method: 'POST',
      token: access.token,
      accept: 'text/event-stream',
      body: action ? { action, clientMessageId } : { text, clientMessageId },
      signal: watch.signal,
    })
    words = BROKEN_OFF
    if (!isStream(response)) yield { messages: (await response.json()).messages }
    else yield* readReply(response, watch.reset)
  } catch (error) {
    throw toChatError(error, words)
  } finally {
    watch.end()
  }
}

/** @returns {AsyncGenerator<Part>} */
async function* readReply(/** @type {Response} */ response, /** @type {() => void} */ onBytes) {
  for await (const { event, data } of readEvents(bodyOf(response), onBytes)) {
    const said = JSON.parse(data)
    if (event === 'delta') yield { text: said.text }
    if (event === 'error') throw new ChatError(said.error.code, said.error.message)
    if (event === 'done') {
      yield { messages: said.messages }
      return
    }
  }
  throw new ChatError('network', BROKEN_OFF)
}

/**
 * What was said so far, and the event from which to read on, so that nothing falls between.
 *
 * @param {Api} api
 * @param {Access} access
 * @param {AbortSignal} signal
 * @returns {Promise<{ messages: Message[], lastEventId: string }>}
 */
export async function readConversation(api, access, signal) {
  const path = `conversations/${encodeURIComponent(access.id)}/messages`
  const response = await call(api, path, { token: access.token, signal })
  return response.json()
}

/**
 * Follows what is written in a conversation from outside this page: a person's messages, and replies finished while the page
 * was away. Ends when the connection does.
 *
 * @param {Api} api
 * @param {Access} access
 * @param {string} lastEventId Only what came after it is sent.
 * @param {AbortSignal} signal
 */
export async function* followConversation(api, access, lastEventId, signal) {
  const watch = watchdog(PATIENCE_MS)
  try {
    const response = await call(api, `conversations/${encodeURIComponent(access.id)}/events`, {
      token: access.token,
      accept: 'text/event-stream',
      headers: { 'Last-Event-ID': lastEventId },
      signal: AbortSignal.any([signal, watch.signal]),
    })
    yield* readEvents(bodyOf(response), watch.reset)
  } catch (error) {
    throw toChatError(error)
  } finally {
    watch.end()
  }
}

/**
 * Ends the reply that is being written, or the whole conversation, or says that the visitor is typing.
 *
 * @param {Api} api
 * @param {Access} access
 * @param {'stop' | 'end' | 'typing'} signal
 */
export async function signalConversation(api, access, signal) {
  const path = `conversations/${encodeURIComponent(access.id)}/${signal}`
  await call(api, path, { method: 'POST', token: access.token, body: {} })
}

/**
 * @param {Api} api
 * @param {string} path
 * @param {{ method?: string, token?: string, accept?: string, body?: unknown, headers?: Record<string, string>,
 *   signal?: AbortSignal }} options
 * @returns {Promise<Response>} with a status of success
 * @throws {ChatError}
 */
async function call(api, path, { method = 'GET', token, accept = 'application/json', body, headers = {}, signal }) {
  const sent = new Headers({ ...headers, Accept: accept })
  if (token) sent.set('Authorization', `Bearer ${token}`)
  if (body) sent.set('Content-Type', 'application/json')
  const request = { method, headers: sent, body: body ? JSON.stringify(body) : null, signal: signal ?? null }
  const response = await fetch(new URL(path, api.base), request).catch((error) => {
    throw toChatError(error)
  })
  if (response.ok) return response
  const refusal = await response.json().catch(() => undefined)
  const code = refusal?.error?.code ?? (response.status === 404 ? 'not_found' : 'internal')
  throw new ChatError(code, refusal?.error?.message ?? `The chat answered with an error (${response.status}).`)
}

function bodyOf(/** @type {Response} */ response) {
  if (!response.body) throw new ChatError('network', 'The answer came without a text.')
  return response.body
}

function isStream(/** @type {Response} */ response) {
  return Boolean(response.headers.get('Content-Type')?.startsWith('text/event-stream'))
}

/** @returns {ChatError} */
function toChatError(/** @type {unknown} */ error, words = UNREACHABLE) {
  return error instanceof ChatError ? error : new ChatError('network', words)
}

/** Aborts when nothing was heard for `ms`. */
function watchdog(/** @type {number} */ ms) {
  const controller = new AbortController()
  let timer = setTimeout(() => controller.abort(), ms)
  return {
    signal: controller.signal,
    reset() {
      clearTimeout(timer)
      timer = setTimeout(() => controller.abort(), ms)
    },
    end: () => clearTimeout(timer),
  }
}
