import { asCallError } from '../call-error.ts'
import { accessOf, type Core, isSame, lose } from '../core.ts'
import { isPlain, type Known, readMessages } from '../message.ts'
import { readStanding } from '../store.ts'

/** Reads anew what was said and who is there, where the conversation of this id is still the one. */
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
      // What events told meanwhile is newer.
      ...(chat.position === before.position && {
        ...readStanding(history),
        ...(typeof history.lastEventId === 'string' && { position: history.lastEventId }),
      }),
    }))
    settleAnswered(core, messages, history)
  } catch (error) {
    const fault = asCallError(error)
    surroundings.debug('history', fault.code, fault.message)
    lose(core, id, fault)
  }
  core.changed()
}

/** The server's list is the truth; what came here while it was read stays. The visitor's own keep the id and time of here. */
function merge(history: Known[], before: Known[], now: Known[]): Known[] {
  const isIn = (list: Known[], message: Known) => list.some((known) => isSame(known, message))
  const asKnown = (message: Known) => {
    const { id, ts } = now.find((known) => isSame(known, message)) ?? message
    return { ...message, id, ts }
  }
  return [...history.map(asKnown), ...now.filter((message) => !isIn(before, message) && !isIn(history, message))]
}

/** What was sent, and answered while this page was not there, is not sent again. */
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
