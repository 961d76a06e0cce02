/** @import { Action, Card, CardAction, Message } from './chat-types.js' */
/** @typedef {(text: string, action: Action) => void} Answer `text` is what the visitor sees of the answer. */

import { element } from './chat-element.js'
import { renderForm } from './chat-form.js'
import { link, safeUrl } from './chat-link.js'
import { renderMarkdown } from './chat-markdown.js'

const TONES = { info: 'Note', warning: 'Please note', error: 'Something went wrong' }

/**
 * Renders what a message holds. Of a type that this page does not know, its text is shown.
 *
 * @param {Message} message
 * @param {string} [chosen] The answer that was given, where one was.
 * @param {Answer} [answer]
 * @returns {HTMLElement}
 */
export function renderBody(message, chosen, answer = () => undefined) {
  const body = element('div', { className: 'body' })
  if (message.role === 'user') {
    body.append(element('p', { className: 'plain', dir: 'auto' }, message.text ?? ''))
    return body
  }
  const { type, text, tone } = message
  if (type === 'notice' && message.role === 'system' && (tone ?? 'info') === 'info')
    body.append(element('p', { className: 'line', dir: 'auto' }, text))
  else if (type === 'notice') body.append(renderNotice(text ?? '', tone))
  else if (text) body.append(renderMarkdown(text))
  if (type === 'options') body.append(renderOptions(message, chosen, answer))
  if (type === 'card') body.append(renderCard(message, /** @type {Card} */ (message), chosen, answer))
  if (type === 'carousel') body.append(renderCarousel(message, chosen, answer))
  if (type === 'links') body.append(...renderLinks(message))
  if (type === 'form') body.append(renderForm(message, chosen, answer))
  if (message.sources?.length) body.append(renderSources(message.sources))
  if (message.meta?.interrupted) body.append(element('p', { className: 'aside' }, 'Stopped here.'))
  return body
}

function renderNotice(/** @type {string} */ text, /** @type {keyof typeof TONES} */ tone = 'info') {
  const words = element('strong', {}, TONES[tone] ?? TONES.info)
  return element('div', { className: `notice ${tone}` }, words, renderMarkdown(text))
}

function renderOptions(
  /** @type {Message} */ message,
  /** @type {string | undefined} */ chosen,
  /** @type {Answer} */ answer,
) {
  const { id, options = [], multi } = message
  if (multi) return renderChoices(message, chosen, answer)
  const group = element('div', { className: 'options', role: 'group', 'aria-label': message.text ?? 'Choose one' })
  for (const { label, value } of options) {
    const press = () => answer(label, { id, value, label })
    group.append(choice(label, chosen === undefined ? undefined : chosen === value, press))
  }
  return group
}

/** A button that stays after the choice: the chosen one marked, the rest quiet. */
function choice(
  /** @type {string} */ label,
  /** @type {boolean | undefined} */ chosen,
  /** @type {() => void} */ onclick,
) {
  const pressed = chosen === undefined ? undefined : String(chosen)
  const button = element('button', {
    type: 'button',
    dir: 'auto',
    disabled: chosen !== undefined,
    onclick,
    'aria-pressed': pressed,
  })
  button.append(chosen ? `✓ ${label}` : label)
  return button
}

function renderChoices(
  /** @type {Message} */ message,
  /** @type {string | undefined} */ chosen,
  /** @type {Answer} */ answer,
) {
  const { id, options = [] } = message
  const done = chosen === undefined ? undefined : new Set(chosen.split('\n'))
  const boxes = options.map(({ value }) =>
    element('input', { type: 'checkbox', value, checked: done?.has(value) ?? false, disabled: Boolean(done) }),
  )
  const rows = options.map(({ label }, at) => element('label', { dir: 'auto' }, boxes[at], label))
  const button = element('button', { type: 'submit', disabled: Boolean(done) }, done ? 'Sent' : 'Send choice')
  const onsubmit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault()
    const picked = options.filter((_, at) => boxes[at]?.checked)
    if (!picked.length) return boxes[0]?.focus()
    const label = picked.map((option) => option.label).join(', ')
    answer(label, { id, value: picked.map((option) => option.value).join('\n'), label })
  }
  return element('form', { className: 'choices', onsubmit, 'aria-label': message.text ?? 'Choose' }, ...rows, button)
}

function renderCard(
  /** @type {Message} */ message,
  /** @type {Card} */ card,
  /** @type {string | undefined} */ chosen,
  /** @type {Answer} */ answer,
) {
  const made = element(
    'section',
    { className: 'card', 'aria-label': card.title },
    element('h2', { dir: 'auto' }, card.title),
  )
  if (card.body) made.append(renderMarkdown(card.body))
  // A picture is somebody else's address: it is offered, never fetched by itself.
  if (card.image && safeUrl(card.image.src))
    made.append(element('p', {}, link(card.image.src, `Picture: ${card.image.alt || card.title}`)))
  const actions = (card.actions ?? []).map((action) => renderAction(message, action, chosen, answer))
  if (actions.length) made.append(element('div', { className: 'options' }, ...actions))
  return made
}

function renderAction(
  /** @type {Message} */ message,
  /** @type {CardAction} */ action,
  /** @type {string | undefined} */ chosen,
  /** @type {Answer} */ answer,
) {
  const { kind, label } = action
  if (kind === 'url') return link(action.url, label)
  if (kind === 'tel') return link(`tel:${action.phone}`, label)
  if (kind === 'email') return link(`mailto:${action.email}`, label)
  const value = action.value ?? action.form ?? action.flow ?? label
  const id = kind === 'reply' ? message.id : action.id
  return choice(label, chosen === undefined ? undefined : chosen === value, () => answer(label, { id, value, label }))
}

function renderCarousel(
  /** @type {Message} */ message,
  /** @type {string | undefined} */ chosen,
  /** @type {Answer} */ answer,
) {
  const cards = (message.cards ?? []).map((card) => renderCard(message, card, chosen, answer))
  return element('div', { className: 'carousel', role: 'group', 'aria-label': 'Cards', tabIndex: 0 }, ...cards)
}

function renderLinks(/** @type {Message} */ { title, links = [] }) {
  const rows = links.map(({ label, url, description }) =>
    element(
      'li',
      {},
      link(url, label),
      description ? element('p', { className: 'aside', dir: 'auto' }, description) : null,
    ),
  )
  return [
    title ? element('p', { className: 'heading', dir: 'auto' }, title) : '',
    element('ul', { className: 'links' }, ...rows),
  ]
}

function renderSources(/** @type {NonNullable<Message['sources']>} */ sources) {
  const rows = sources.map(({ title, url }) => element('li', {}, link(url, title || url || 'Untitled')))
  const list = element('ul', {}, ...rows)
  return element(
    'section',
    { className: 'sources', 'aria-label': 'Sources' },
    element('p', {}, 'From these pages'),
    list,
  )
}
