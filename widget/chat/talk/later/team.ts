import { asCallError } from '../call-error.ts'
import { accessOf, type Core } from '../core.ts'
import { isPlain } from '../message.ts'

/** Leaves the queue, or ends the chat with a person. @returns whether the server did it */
export async function leave(core: Core): Promise<boolean> {
  const answer = await post(core, 'leave')
  const chat = core.store.chat()
  if (!chat || !isPlain(answer)) return false
  const status = answer.status === 'closed' ? 'closed' : 'bot'
  core.store.changeChat(chat.id, () => ({ status, person: null, queue: null }))
  core.changed()
  return true
}

/** Stores the rating of the chat with the team, and takes it back if it does not arrive. */
export async function rateChat(core: Core, rating: 'good' | 'bad', comment?: string): Promise<void> {
  const chat = core.store.chat()
  if (!chat) return
  const show = (rating: 'good' | 'bad' | null) => {
    core.store.changeChat(chat.id, () => ({ rating }))
    core.changed()
  }
  show(rating)
  if (!(await post(core, 'rating', { rating, ...(comment && { comment }) }))) show(chat.rating)
}

/** Asks for the last reply again, which was stopped early, with the next messages that are sent. */
export async function regenerate(core: Core): Promise<void> {
  const { store, machine } = core
  const chat = store.chat()
  const at = chat?.messages.findLastIndex(({ role }) => role === 'user') ?? -1
  const own = chat?.messages[at]
  if (!chat || !own?.clientMessageId || !('text' in own)) return
  const { clientMessageId, text = '' } = own
  store.changeChat(chat.id, ({ messages }) => ({
    messages: messages.filter(({ role }, place) => place <= at || role !== 'agent'),
  }))
  const item = { clientMessageId, ts: machine.now(), text, stored: true, regenerate: true }
  store.changeMine(({ outbox }) => ({ outbox: [...outbox, item] }))
  core.changed()
}

/** Sends something that nobody waits for, and returns the answer, or nothing if it fails. */
export async function post({ store, calls, surroundings }: Core, what: string, body?: unknown): Promise<unknown> {
  const chat = store.chat()
  if (!chat || chat.ended) return undefined
  try {
    return await calls.post(accessOf(chat), what, body)
  } catch (error) {
    surroundings.debug(what, asCallError(error).code)
    return undefined
  }
}
