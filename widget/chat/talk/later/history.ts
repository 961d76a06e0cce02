import { asCallError } from '../call-error.ts'
import { accessOf, type Core, endIfLost, isSame } from '../core.ts'
import { isPlain, type Known, readMessages } from '../message.ts'
import { readConversationState } from '../store.ts'

/** Reloads the history and state, if the conversation with this id is still current. */
export async function refresh(core: Core, id: string): Promise<void> {
  const { store, calls, surroundings } = core
  const before = store.chat()
  if (before?.id !== id || before.ended) return
  try {
    const history = await calls.history(accessOf(before))
    if (!isPlain(history) || !Array.isArray(history.messages)) return
    const messages = readMessages(history.messages)
    store.changeChat(id, (chat) => ({
      messages: merge(messages, before.messages, chat.messages),
      // Events received in the meantime are newer.
      ...(chat.position === before.position && {
        ...readConversationState(history),
        ...(typeof history.lastEventId === 'string' && { position: history.lastEventId }),
      }),
    }))
    settleAnswered(core, messages, history)
  } catch (error) {
    const fault = asCallError(error)
    surroundings.debug('history', fault.code, fault.message)
    endIfLost(core, id, fault)
  }
  core.changed()
}

/**
 * The server's list is authoritative. Messages that arrived during the request stay. The visitor's own keep their local
 * id and time.
 */
function merge(history: Known[], before: Known[], now: Known[]): Known[] {
  const isIn = (list: Known[], message: Known) => list.some((known) => isSame(known, message))
  const asKnown = (message: Known) => {
    const { id, ts } = now.find((known) => isSame(known, message)) ?? message
    return { ...message, id, ts }
  }
  return [...history.map(asKnown), ...now.filter((message) => !isIn(before, message) && !isIn(history, message))]
}

/** Messages that were answered while this page was away are not sent again. */
function settleAnswered({ store }: Core, messages: Known[], { writing, status }: Record<string, unknown>): void {
  const isAnswered = (id: string) => {
    const place = messages.findIndex((message) => message.clientMessageId === id)
    if (place < 0 || writing) return false
    return status === 'live' || messages.slice(place).some(({ role, meta }) => role === 'agent' && !meta?.interrupted)
  }
  const { outbox } = store.mine()
  if (outbox.some((item) => isAnswered(item.clientMessageId)))
    store.changeMine((mine) => ({ outbox: mine.outbox.filter((item) => !isAnswered(item.clientMessageId)) }))
}
