import { type Core, type EphemeralEvents, isReply, later } from '../core.ts'
import { isPlain } from '../message.ts'

/** Typing ends after this long without a signal. */
const typingKept = 8_000
const writingKept = 30_000
/** The reply is complete; the message itself follows. */
const doneKept = 2_000

export function createEphemeralEvents(core: Core): EphemeralEvents {
  let cancelTyping = () => {}
  let cancelWriting = () => {}
  const change = (change: Partial<Core['ephemeral']>) => {
    Object.assign(core.ephemeral, change)
    core.changed()
  }
  const take: EphemeralEvents['take'] = (type, data) => {
    if (type === 'typing.changed') {
      cancelTyping()
      if (data.typing === true) cancelTyping = later(core, typingKept, () => change({ typing: false }))
      change({ typing: data.typing === true && data.who === 'team' })
      return true
    }
    if (type !== 'reply.writing') return false
    const isDone = data.done === true
    if (typeof data.place === 'number') {
      change({ place: data.place })
      return true
    }
    // This tab receives the same sooner with the response to its message, or the message has already arrived.
    if (core.streaming || typeof data.text !== 'string' || (isDone && core.ephemeral.writing === null)) return true
    cancelWriting()
    const kept = isDone ? doneKept : writingKept
    cancelWriting = later(core, kept, () => !core.streaming && change({ writing: null }))
    change({ writing: data.text })
    return true
  }
  return {
    take,
    receive(received) {
      if (!isPlain(received) || received.id !== core.store.chat()?.id || typeof received.type !== 'string') return
      if (isPlain(received.data)) take(received.type, received.data)
    },
    end(message) {
      if (isReply(message)) {
        cancelWriting()
        Object.assign(core.ephemeral, { writing: null, place: 0 })
      }
      if (message.meta?.human) {
        cancelTyping()
        core.ephemeral.typing = false
      }
    },
  }
}
