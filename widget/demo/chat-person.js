/** @import { Chat } from './chat-receive.js' */
/** @import { Action } from './chat-types.js' */

/** @type {Action} */
export const personAction = { id: 'person', value: '', label: 'Talk to a person' }

/**
 * Takes in what happens around a person of the team; anything else holds nothing for the page.
 *
 * @param {Chat} chat
 * @param {string} event
 * @param {Record<string, any>} said
 */
export function takePerson(chat, event, said) {
  if (event === 'handover.requested') chat.setWaiting({})
  if (event === 'place.changed') chat.setWaiting(said)
  if (event === 'conversation.assigned' || event === 'handover.missed') chat.setWaiting(null)
  if (event === 'conversation.closed' || event === 'handover.ended') {
    chat.setWaiting(null)
    chat.setPerson(null)
  }
  if (event === 'typing.changed' && said.who === 'team' && !chat.sending)
    chat.setState(said.typing ? `${chat.person ?? 'Somebody'} is writing` : '')
}

/**
 * How long the wait is, in words.
 *
 * @param {{ place?: number, minutes?: number | null }} waiting
 */
export function placeWords({ place, minutes }) {
  if (!place) return 'Asking for a person'
  if (place === 1) return 'You are next'
  const before = place === 2 ? '1 person before you' : `${place - 1} people before you`
  if (!minutes) return before
  return `${before}, about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
}
