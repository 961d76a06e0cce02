import { asCallError, CallError, isPassing } from '../call-error.ts'
import { accessOf, backoff, type Core, later } from '../core.ts'
import { isPlain } from '../message.ts'
import { refresh } from './history.ts'

/** Has the chat sent to an address. @returns whether the server accepted it */
export async function emailTranscript({ store, calls, surroundings }: Core, to: string): Promise<boolean> {
  const chat = store.chat()
  if (!chat) return false
  try {
    await calls.post(accessOf(chat), 'transcript', { to })
    return true
  } catch (error) {
    surroundings.debug('the chat was not emailed', asCallError(error).code)
    return false
  }
}

/** Continues the chat of a link in an email. One that is not valid any more leaves what this browser has, and says so. */
export async function resume(core: Core, link: string): Promise<void> {
  const { store, calls, machine, surroundings, life } = core
  try {
    const access = await calls.resume({ site: surroundings.site.id, link })
    if (!isPlain(access) || typeof access.id !== 'string' || typeof access.token !== 'string')
      throw new CallError('network', 'the answer names no chat')
    const { id, token } = access
    core.lostLink = null
    const fresh = { status: 'bot', person: null, queue: null, ended: false, rating: null } as const
    if (store.chat()?.id !== id) store.changeMine(() => ({ answers: {}, outbox: [] }))
    store.setChat({ ...fresh, id, token, at: machine.now(), messages: [] })
    await refresh(core, id)
  } catch (error) {
    const fault = asCallError(error)
    surroundings.debug('resume', fault.code)
    if (life.signal.aborted) return
    core.lostLink = isPassing(fault) ? 'unreachable' : 'over'
    core.changed()
    if (!isPassing(fault)) return
    const wait = Math.max(backoff(core, core.failures++), (fault.retryAfter ?? 0) * 1000)
    later(core, wait, () => void resume(core, link))
  }
}
