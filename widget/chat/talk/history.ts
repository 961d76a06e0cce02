import { asCallError } from './call-error.ts'
import { accessOf, type Core, isSame, lose } from './core.ts'
import { isPlain, type Known, readMessages } from './message.ts'
import type { Chat } from './store.ts'

/**
 * Reads anew what was said, where the conversation of this id is still the one.
 * @param anew what was missed of events is not told again: who is there is taken from what was said
 */
export async function refresh(core: Core, id: string, anew = false): Promise<void> {
  const { store, calls, surroundings } = core
  const before = store.chat()
  if (before?.id !== id || before.ended) return
  try {
    const history = await calls.history(accessOf(before))
    if (!isPlain(history) || !Array.isArray(history.messages)) return
    const messages = readMessages(history.messages)
    const status = history.status === 'live' || history.status === 'closed' ? history.status : 'bot'
    store.changeChat(id, (chat) => ({
      messages: merge(messages, before.messages, chat.messages),
      status,
      ended: history.ended === true,
      ...(status === 'live' ? anew && { person: personIn(messages) } : { person: null, queue: null }),
    }))
    settleAnswered(core, messages, history.writing === true, status)
  } catch (error) {
    const fault = asCallError(error)
    surroundings.debug('history', fault.code, fault.message)
    lose(core, id, fault)
  }
  core.changed()
}

/** The server's list is the truth; what came here while it was read stays. */
function merge(history: Known[], before: Known[], now: Known[]): Known[] {
  const isIn = (list: Known[], message: Known) => list.some((known) => isSame(known, message))
  return [...history, ...now.filter((message) => !isIn(before, message) && !isIn(history, message))]
}

/** Who of the team has it, as far as what was said tells. */
function personIn(messages: Known[]): Chat['person'] {
  const name = messages.findLast(({ meta }) => meta?.agentName)?.meta?.agentName
  return name === undefined ? null : { name }
}

/** What was sent, and answered while this page was not there, is not sent again. */
function settleAnswered({ store }: Core, messages: Known[], writing: boolean, status: Chat['status']): void {
  const isAnswered = (id: string) => {
    const place = messages.findIndex((message) => message.clientMessageId === id)
    if (place < 0 || writing) return false
    return status === 'live' || messages.slice(place).some(({ role, meta }) => role === 'agent' && !meta?.interrupted)
  }
  const { outbox } = store.mine()
  if (outbox.some((item) => isAnswered(item.clientMessageId)))
    store.changeMine((mine) => ({ outbox: mine.outbox.filter((item) => !isAnswered(item.clientMessageId)) }))
}
