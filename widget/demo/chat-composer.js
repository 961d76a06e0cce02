const TYPING_EVERY_MS = 4000

/**
 * The box in which the visitor writes.
 *
 * @typedef {{ form: HTMLFormElement, text: HTMLTextAreaElement, count: HTMLElement, sendButton: HTMLButtonElement,
 *   stopButton: HTMLButtonElement, longest: number, sending: boolean, typedAt: number, onSend: (text: string) => void,
 *   onStop: () => void, onTyping: () => void, onDraft: (text: string) => void }} Composer
 */

/**
 * Enter sends, Shift and Enter begin a new line. While a reply is written the text stays in the box.
 *
 * @param {Omit<Composer, 'longest' | 'sending' | 'typedAt'>} parts
 * @returns {Composer}
 */
export function createComposer(parts) {
  const composer = { ...parts, longest: 1000, sending: false, typedAt: 0 }
  composer.form.addEventListener('submit', (event) => {
    event.preventDefault()
    submit(composer)
  })
  composer.text.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
    event.preventDefault()
    submit(composer)
  })
  composer.text.addEventListener('input', () => {
    composer.onDraft(composer.text.value)
    showCount(composer)
    if (Date.now() - composer.typedAt < TYPING_EVERY_MS) return
    composer.typedAt = Date.now()
    composer.onTyping()
  })
  composer.stopButton.addEventListener('click', () => composer.onStop())
  return composer
}

/** Puts a text into the box, where it can be changed. */
export function setText(/** @type {Composer} */ composer, /** @type {string} */ text) {
  composer.text.value = text
  composer.onDraft(text)
  showCount(composer)
}

/** While a reply is awaited, stop stands where send was; who had the one in focus then has the text. */
export function setSending(/** @type {Composer} */ composer, /** @type {boolean} */ sending) {
  composer.sending = sending
  const { sendButton, stopButton } = composer
  const hadFocus = document.activeElement === sendButton || document.activeElement === stopButton
  sendButton.hidden = sending
  stopButton.hidden = !sending
  if (hadFocus) composer.text.focus()
}

function submit(/** @type {Composer} */ composer) {
  const text = composer.text.value.trim()
  if (!text || composer.sending || text.length > composer.longest) return
  setText(composer, '')
  composer.typedAt = 0
  composer.onSend(text)
}

/** Counts only where the end is near. */
function showCount(/** @type {Composer} */ { text, count, longest }) {
  const left = longest - text.value.trim().length
  const characters = Math.abs(left) === 1 ? 'character' : 'characters'
  count.textContent = left > 100 ? '' : left >= 0 ? `${left} ${characters} left` : `${-left} ${characters} too many`
  text.setAttribute('aria-invalid', String(left < 0))
}
