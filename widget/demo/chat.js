/** @import { Outgoing, Saved, Site } from './chat-types.js' */
/** @import { Chat } from './chat-receive.js' */

import { getSite, signalConversation } from './chat-api.js'
import { createComposer, setSending, setText } from './chat-composer.js'
import { element } from './chat-element.js'
import { follow } from './chat-follow.js'
import { addMessage, clearLog, createLog, setFate, showOutgoing } from './chat-log.js'
import { personAction, placeWords } from './chat-person.js'
import { discard, fateOf, resume, retry, send, stop } from './chat-send.js'
import { createStore, emptyConversation } from './chat-store.js'

/** @template {HTMLElement} T @returns {T} */
const part = (/** @type {string} */ id) => /** @type {T} */ (document.getElementById(id))

const site = document.body.dataset.site ?? 'demo'
const api = { base: new URL('../chat/', location.href), site }
const store = createStore(site)

/** @type {Site | null} */
let greeting = null

const log = createLog({
  root: part('log'),
  newer: part('newer'),
  onAnswer(message, text, action) {
    void send(chat, text, action)
    addMessage(log, message, chat.saved.answers[message.id])
    part('message').focus()
  },
  onRetry: (item) => void retry(chat, item),
  onEdit: takeBack,
})

const composer = createComposer({
  form: part('composer'),
  text: part('message'),
  count: part('count'),
  sendButton: part('send'),
  stopButton: part('stop'),
  onSend: (text) => ask(text),
  onStop: () => void stop(chat),
  onTyping() {
    const { id, token } = chat.saved
    // Only of the moment: when it does not arrive, nothing is lost.
    if (id && token) signalConversation(api, { id, token }, 'typing').catch(() => undefined)
  },
  onDraft: store.writeDraft,
})

/** @type {Chat} */
const chat = {
  api,
  store,
  log,
  saved: store.read(),
  sending: false,
  held: [],
  follower: null,
  setState(words) {
    part('state').textContent = words
  },
  person: null,
  waiting: null,
  setPerson(name) {
    chat.person = name
    if (name) chat.waiting = null
    showPresence()
  },
  setWaiting(waiting) {
    chat.waiting = waiting
    showPresence()
  },
  setSending(sending) {
    setSending(composer, sending)
    part('anew').toggleAttribute('disabled', sending)
    showConnection()
  },
}

/** Who answers, or how long the wait for a person is. Whoever has none may ask for one: where nobody can come, that is said then. */
function showPresence() {
  const { person, waiting } = chat
  const words = waiting ? placeWords(waiting) : greeting && 'Answers at once'
  part('presence').textContent = person ? `${person} is here` : words
  part('person').hidden = !greeting || Boolean(person || waiting)
}

function ask(/** @type {string} */ text) {
  part('starters')?.remove()
  void send(chat, text)
}

function takeBack(/** @type {Outgoing} */ item) {
  discard(chat, item)
  const asked = chat.saved.messages.find((message) => message.id === item.action?.id)
  if (asked) addMessage(log, asked)
  if (!item.action) setText(composer, [item.text, composer.text.value].filter(Boolean).join('\n'))
  composer.text.focus()
}

/** Draws the whole conversation: what it begins with, what was said, what waits to be sent. */
function draw() {
  clearLog(log)
  drawGreeting()
  const { earlier, messages, answers } = chat.saved
  for (const message of [...earlier, ...messages]) addMessage(log, message, answers[message.id])
  for (const item of chat.saved.outbox) {
    showOutgoing(log, item)
    setFate(log, item, fateOf(item))
  }
  const last = chat.saved.messages.findLast(({ role, meta }) => role === 'agent' || meta?.agentName)
  chat.setPerson(last?.meta?.human || last?.role === 'system' ? (last.meta?.agentName ?? 'Our team') : null)
}

function drawGreeting() {
  if (!greeting) return
  const { welcomeMessage, starterQuestions = [] } = greeting
  // A conversation that was started holds the greeting of its time itself.
  if (welcomeMessage && !chat.saved.id)
    addMessage(log, { id: 'greeting', ts: Date.now(), role: 'agent', type: 'text', text: welcomeMessage })
  if (!starterQuestions.length || chat.saved.id || chat.saved.outbox.length) return
  const rows = starterQuestions.slice(0, 4).map((question) => {
    const onclick = () => {
      ask(question)
      composer.text.focus()
    }
    return element('li', {}, element('button', { type: 'button', dir: 'auto', onclick }, question))
  })
  log.root.append(element('ul', { id: 'starters', 'aria-label': 'Questions to start with' }, ...rows))
}

/** Asks the site for its name, colour and greeting. The page can be used before, and without it. */
async function greet() {
  part('unreachable').hidden = true
  try {
    greeting = await getSite(api)
  } catch {
    part('unreachable').hidden = false
    return
  }
  log.botName = greeting.botName || 'Assistant'
  log.greeting = greeting.welcomeMessage
  composer.longest = greeting.maxMessageLength ?? composer.longest
  part('name').textContent = greeting.botName || greeting.name
  part('avatar').textContent = [...(greeting.botName || greeting.name)][0] ?? ''
  showPresence()
  if (greeting.accent) paint(greeting.accent)
  draw()
}

/** Takes the site's colour; what is written on it turns black or white, whichever can be read. */
function paint(/** @type {string} */ accent) {
  if (!/^#[0-9a-f]{6}$/i.test(accent)) return
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const level = Number.parseInt(accent.slice(at, at + 2), 16) / 255
    return level <= 0.04045 ? level / 12.92 : ((level + 0.055) / 1.055) ** 2.4
  })
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
  document.documentElement.style.setProperty('--site-accent', accent)
  document.documentElement.style.setProperty('--on-site-accent', luminance > 0.179 ? '#000' : '#fff')
}

function showConnection() {
  const waiting = chat.saved.outbox.filter((item) => !item.failure).length
  const words = waiting
    ? `Offline. ${waiting} ${waiting === 1 ? 'message' : 'messages'} will be sent when you are back.`
    : 'Offline.'
  part('connection').textContent = navigator.onLine ? '' : words
}

/** The visitor's own keyboard covers a part of the window on a phone: the page takes what is left. */
function fitViewport() {
  const height = window.visualViewport?.height
  if (height) document.documentElement.style.setProperty('--window', `${height}px`)
  if (window.visualViewport?.offsetTop) scrollTo(0, 0)
}

function startAnew() {
  const { id, token } = chat.saved
  chat.follower?.abort()
  // Where this does not arrive, the conversation is over after a while by itself.
  if (id && token) signalConversation(api, { id, token }, 'end').catch(() => undefined)
  chat.saved = emptyConversation()
  store.write(chat.saved)
  chat.setWaiting(null)
  draw()
  composer.text.focus()
}

function listen() {
  part('anew').addEventListener('click', startAnew)
  part('person').addEventListener('click', () => {
    part('starters')?.remove()
    void send(chat, personAction.label ?? '', personAction)
    composer.text.focus()
  })
  part('again').addEventListener('click', () => void greet())
  addEventListener('online', () => {
    showConnection()
    if (!greeting) void greet()
    void resume(chat)
  })
  addEventListener('offline', showConnection)
  window.visualViewport?.addEventListener('resize', fitViewport)
  // A hidden page lets go of its stream, so that many tabs do not use up the browser's connections.
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) chat.follower?.abort()
    else void follow(chat)
  })
  addEventListener('storage', ({ key }) => {
    if (key !== store.key || chat.sending) return
    const ids = (/** @type {Saved} */ saved) => saved.messages.map(({ id }) => id).join()
    const other = store.read()
    const changed = ids(other) !== ids(chat.saved)
    chat.saved = other
    if (changed) draw()
  })
}

listen()
fitViewport()
setText(composer, store.readDraft())
draw()
showConnection()
void greet()
void follow(chat)
void resume(chat)
if (matchMedia('(pointer: fine)').matches) composer.text.focus()
