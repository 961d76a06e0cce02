import { type Core, isReply, later, type Moments } from '../core.ts'
import { isPlain } from '../message.ts'

/** Whoever says nothing more for so long has stopped. */
const typingKept = 8_000
const writingKept = 30_000
/** The reply is written; the message itself follows. */
const doneKept = 2_000

export function createMoments(core: Core): Moments {
  let cancelTyping = () => {}
  let cancelWriting = () => {}
  const change = (change: Partial<Core['moment']>) => {
    Object.assign(core.moment, change)
    core.changed()
  }
  const take: Moments['take'] = (type, data) => {
    if (type === 'typing.changed') {
      cancelTyping()
      if (data.typing === true) cancelTyping = later(core, typingKept, () => change({ typing: false }))
      change({ typing: data.typing === true && data.who === 'team' })
      return true
    }
    if (type !== 'reply.writing') return false
    const isDone = data.done === true
    // This tab gets the same, and sooner, with the answer to its message; or the message is there already.
    if (core.streaming || typeof data.text !== 'string' || (isDone && core.moment.writing === null)) return true
    cancelWriting()
    const kept = isDone ? doneKept : writingKept
    cancelWriting = later(core, kept, () => !core.streaming && change({ writing: null }))
    change({ writing: data.text })
    return true
  }
  return {
    take,
    hear(told) {
      if (!isPlain(told) || told.id !== core.store.chat()?.id || typeof told.type !== 'string') return
      if (isPlain(told.data)) take(told.type, told.data)
    },
    end(message) {
      if (isReply(message)) {
        cancelWriting()
        core.moment.writing = null
      }
      if (message.meta?.human) {
        cancelTyping()
        core.moment.typing = false
      }
    },
  }
}
