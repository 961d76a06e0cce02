/** @import { Action, Message, Outgoing } from './chat-types.js' */

import { element } from './chat-element.js'
import { renderMarkdown } from './chat-markdown.js'
import { renderBody } from './chat-message.js'

const GROUP_MS = 2 * 60_000
const BOTTOM_PX = 60
const GAP_PX = 12

/**
 * The list of messages on the page.
 * `greeting`: the site's first sentence, shown before there is a conversation. `last`: for grouping. `still`: what is added now
 * was there before in another form, and does not appear with motion. `anchor`: what stays in sight while the end is followed.
 *
 * @typedef {{ root: HTMLElement, newer: HTMLButtonElement, botName: string, greeting: string, articles: Map<string, HTMLElement>,
 *   streamed: HTMLElement | null, still: boolean, frame: number, follows: boolean, anchor: HTMLElement | null,
 *   last: { author: string, ts: number }, onAnswer: (message: Message, text: string, action: Action) => void, onRetry: (item: Outgoing) => void,
 *   onEdit: (item: Outgoing) => void }} Log
 */

/**
 * @param {Pick<Log, 'root' | 'newer' | 'onAnswer' | 'onRetry' | 'onEdit'>} parts
 * @returns {Log}
 */
export function createLog(parts) {
  /** @type {Log} */
  const log = {
    ...parts,
    botName: 'Assistant',
    greeting: '',
    articles: new Map(),
    streamed: null,
    still: false,
    frame: 0,
    follows: true,
    anchor: null,
    last: { author: '', ts: 0 },
  }
  // So that it scrolls by keyboard in every browser.
  log.root.tabIndex = 0
  log.root.addEventListener('scroll', () => {
    log.follows = isAtBottom(log)
    if (log.follows) log.newer.hidden = true
  })
  log.newer.addEventListener('click', () => {
    toBottom(log)
    log.root.focus()
  })
  new ResizeObserver(() => log.follows && followEnd(log)).observe(log.root)
  return log
}

/** Empties the list, to be filled anew at once. */
export function clearLog(/** @type {Log} */ log) {
  endStream(log)
  keepStill(log)
  log.articles.clear()
  log.root.replaceChildren()
  log.last = { author: '', ts: 0 }
  log.newer.hidden = true
  log.follows = true
  log.anchor = null
}

/**
 * Adds a message, or shows it anew after it was answered.
 *
 * @param {Log} log
 * @param {Message} message
 * @param {string} [answer] What the visitor chose, where it was options, a card or a form.
 */
export function addMessage(log, message, answer) {
  const before = log.articles.get(message.id)
  const body = renderBody(message, answer, (text, action) => log.onAnswer(message, text, action))
  if (before) {
    before.querySelector('.body')?.replaceWith(body)
    return
  }
  place(log, message.id, article(log, message, body))
}

/**
 * Shows what the visitor wrote, before the server has it.
 *
 * @param {Log} log
 * @param {Outgoing} item
 */
export function showOutgoing(log, item) {
  const { clientMessageId: id, ts, text } = item
  const message = /** @type {Message} */ ({ id, ts, role: 'user', type: 'text', text })
  place(log, id, article(log, message, renderBody(message)))
  toBottom(log)
}

/**
 * Says under a message of the visitor what became of it; empty when all is well.
 *
 * @param {Log} log
 * @param {Outgoing} item
 * @param {string} words
 */
export function setFate(log, item, words) {
  const shown = log.articles.get(item.clientMessageId)
  const had = shown?.querySelector('.fate')
  if (!shown || had?.firstChild?.textContent === words) return
  had?.remove()
  if (!words) return
  const fate = element('p', { className: item.failure ? 'fate failed' : 'fate' }, element('span', {}, words))
  if (item.failure) {
    const again = element('button', { type: 'button', onclick: () => log.onRetry(item) }, 'Try again')
    const back = element(
      'button',
      { type: 'button', onclick: () => log.onEdit(item) },
      item.action ? 'Take back' : 'Edit',
    )
    fate.append(element('span', { className: 'buttons' }, item.final ? null : again, back))
  }
  shown.append(fate)
  if (log.follows) followEnd(log)
}

/** Takes away what the visitor took back. */
export function removeOutgoing(/** @type {Log} */ log, /** @type {Outgoing} */ item) {
  log.articles.get(item.clientMessageId)?.remove()
  log.articles.delete(item.clientMessageId)
}

/**
 * Shows the reply as far as it is written. Screen readers hear it once, when it is complete.
 *
 * @param {Log} log
 * @param {string} text All of it so far.
 */
export function stream(log, text) {
  if (!log.streamed) {
    const message = /** @type {Message} */ ({ id: '', ts: Date.now(), role: 'agent', type: 'text' })
    log.streamed = article(log, message, element('div', { className: 'body' }))
    log.streamed.setAttribute('aria-live', 'off')
    log.streamed.setAttribute('aria-busy', 'true')
    append(log, log.streamed)
  }
  const body = log.streamed.querySelector('.body')
  cancelAnimationFrame(log.frame)
  log.frame = requestAnimationFrame(() => {
    body?.replaceChildren(renderMarkdown(text))
    if (log.follows) followEnd(log)
  })
}

/** Takes away the growing reply; the complete one takes its place. */
export function endStream(/** @type {Log} */ log) {
  cancelAnimationFrame(log.frame)
  if (!log.streamed) return
  log.streamed.remove()
  log.streamed = null
  keepStill(log)
  log.last = { author: '', ts: 0 }
}

/** Until this turn of the event loop ends. */
function keepStill(/** @type {Log} */ log) {
  log.still = true
  queueMicrotask(() => {
    log.still = false
  })
}

/** @returns {HTMLElement} */
function article(/** @type {Log} */ log, /** @type {Message} */ message, /** @type {Node} */ body) {
  const author = authorOf(log, message)
  const follows = author === log.last.author && message.ts - log.last.ts < GROUP_MS
  log.last = { author, ts: message.ts }
  const at = new Date(message.ts)
  const time = at.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })
  const made = element('article', { 'aria-label': `${author}, ${time}`, title: at.toLocaleString() })
  made.className = [
    'message',
    message.role,
    message.meta?.human ? 'person' : '',
    follows ? 'follows' : '',
    log.still ? 'still' : '',
  ]
    .join(' ')
    .trim()
  if (message.role === 'agent')
    made.append(element('p', { className: 'author', 'aria-hidden': 'true', dir: 'auto' }, author))
  made.append(body)
  return made
}

function authorOf(/** @type {Log} */ log, /** @type {Message} */ { role, meta }) {
  if (role === 'user') return 'You'
  if (role === 'system') return 'Notice'
  return meta?.human ? (meta.agentName ?? 'Our team') : log.botName
}

function place(/** @type {Log} */ log, /** @type {string} */ id, /** @type {HTMLElement} */ made) {
  log.articles.set(id, made)
  append(log, made)
  if (log.follows) followEnd(log)
  if (!log.follows) log.newer.hidden = false
}

/** What answers the visitor is read together with the question. */
function append(/** @type {Log} */ log, /** @type {HTMLElement} */ made) {
  const before = log.root.lastElementChild
  log.root.append(made)
  log.anchor = before instanceof HTMLElement && before.classList.contains('user') ? before : made
}

/** Goes on to the end, but no further than to the beginning of what came last: a long answer is read from its first line. */
function followEnd(/** @type {Log} */ log) {
  const { root, anchor } = log
  root.scrollTop = Math.min(root.scrollHeight, anchor ? topOf(root, anchor) : Number.POSITIVE_INFINITY)
  log.follows = isAtBottom(log)
  if (log.follows) log.newer.hidden = true
}

/** How far down an element comes to stand at the top; of a long question its last lines. */
function topOf(/** @type {HTMLElement} */ root, /** @type {HTMLElement} */ anchor) {
  const top = root.scrollTop + anchor.getBoundingClientRect().top - root.getBoundingClientRect().top - GAP_PX
  const hidden = anchor === root.lastElementChild ? 0 : Math.max(0, anchor.offsetHeight - root.clientHeight / 3)
  return top + hidden
}

function isAtBottom(/** @type {Log} */ { root }) {
  return root.scrollHeight - root.scrollTop - root.clientHeight < BOTTOM_PX
}

function toBottom(/** @type {Log} */ log) {
  log.root.scrollTop = log.root.scrollHeight
  log.follows = true
  log.newer.hidden = true
}
