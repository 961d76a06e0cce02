/** @import { Field, Message } from './chat-types.js' */
/** @import { Answer } from './chat-message.js' */

import { element } from './chat-element.js'

/** @typedef {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} Control */

const FILLED = { email: 'email', tel: 'tel', name: 'name', company: 'organization', address: 'street-address' }

/**
 * Renders a form message. The answer's value is a JSON object of strings by field name; a ticked box is "true", and what is
 * empty is left out.
 *
 * @param {Message} message
 * @param {string | undefined} sent The answer, where it was given: the form then shows it and takes no other.
 * @param {Answer} answer
 */
export function renderForm(message, sent, answer) {
  const { id, title, fields = [], submitLabel } = message
  const before = sent ? JSON.parse(sent) : {}
  const controls = fields.map((field) => renderControl(id, field, before[field.name], Boolean(sent)))
  const rows = fields.map((field, at) => renderRow(field, /** @type {Control} */ (controls[at])))
  const button = element('button', { type: 'submit', disabled: Boolean(sent) }, sent ? 'Sent' : (submitLabel ?? 'Send'))
  const onsubmit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault()
    const wrong = controls.filter((control) => !check(control))
    if (wrong[0]) wrong[0].focus()
    else answer(sentence(fields, controls), { id, value: JSON.stringify(readValues(controls)), label: title ?? 'Form' })
  }
  const made = element('form', { className: 'fields', noValidate: true, onsubmit, 'aria-label': title ?? 'Form' })
  if (title) made.append(element('p', { className: 'heading', dir: 'auto' }, title))
  made.append(...rows, button)
  return made
}

/** @returns {Control} */
function renderControl(
  /** @type {string} */ form,
  /** @type {Field} */ field,
  /** @type {unknown} */ value,
  /** @type {boolean} */ disabled,
) {
  const { name, type, required, placeholder, options = [] } = field
  const id = `${form}-${name}`
  const autocomplete = Reflect.get(FILLED, type) ?? Reflect.get(FILLED, name) ?? 'off'
  const shared = {
    id,
    name,
    required: Boolean(required),
    disabled,
    autocomplete,
    dir: 'auto',
    'aria-describedby': `${id}-error`,
  }
  if (type === 'textarea')
    return element('textarea', { ...shared, rows: 3, placeholder: placeholder ?? '', value: value ?? '' })
  if (type === 'select') {
    const choices = options.map((option) =>
      element('option', { value: option.value, selected: option.value === value }, option.label),
    )
    return element('select', shared, element('option', { value: '' }, placeholder ?? 'Please choose'), ...choices)
  }
  if (type === 'checkbox') return element('input', { ...shared, type, checked: value === 'true' })
  const known = ['email', 'tel', 'number', 'date'].includes(type) ? type : 'text'
  return element('input', { ...shared, type: known, placeholder: placeholder ?? '', value: value ?? '' })
}

function renderRow(/** @type {Field} */ field, /** @type {Control} */ control) {
  const label = element(
    'label',
    { htmlFor: control.id, dir: 'auto' },
    field.required ? field.label : `${field.label} (optional)`,
  )
  const error = element('p', { id: `${control.id}-error`, className: 'wrong' })
  const order = field.type === 'checkbox' ? [element('div', { className: 'tick' }, control, label)] : [label, control]
  return element('div', { className: 'field' }, ...order, error)
}

/** Says under the field what is wrong with it. */
function check(/** @type {Control} */ control) {
  const good = control.checkValidity()
  const error = document.getElementById(`${control.id}-error`)
  if (error) error.textContent = good ? '' : complaint(control)
  control.setAttribute('aria-invalid', String(!good))
  return good
}

function complaint(/** @type {Control} */ control) {
  if (control.validity.valueMissing)
    return control.type === 'checkbox' ? 'Please tick this box.' : 'Please fill this in.'
  if (control.type === 'email') return 'This is not an e-mail address. It looks like name@example.com.'
  return 'Please check this.'
}

function readValue(/** @type {Control} */ control) {
  if (control.type === 'checkbox') return /** @type {HTMLInputElement} */ (control).checked ? 'true' : ''
  return control.value.trim()
}

function readValues(/** @type {Control[]} */ controls) {
  return Object.fromEntries(controls.map((control) => [control.name, readValue(control)]).filter(([, value]) => value))
}

/** What the visitor sees of the answer in the conversation. */
function sentence(/** @type {Field[]} */ fields, /** @type {Control[]} */ controls) {
  const rows = controls.map((control, at) => (readValue(control) ? `${titleOf(fields[at])}: ${wordsOf(control)}` : ''))
  return rows.filter(Boolean).join('\n') || 'Nothing filled in'
}

function titleOf(/** @type {Field | undefined} */ field) {
  return field?.label.replace(/[:?]$/, '') ?? ''
}

function wordsOf(/** @type {Control} */ control) {
  if (control instanceof HTMLSelectElement) return control.selectedOptions[0]?.label ?? ''
  return control.type === 'checkbox' ? 'yes' : control.value.trim()
}
