import { asCallError } from '../call-error.ts'
import { accessOf, type Core } from '../core.ts'
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

/** Continues the chat of a link in an email. One that is not valid any more leaves what this browser has. */
export async function resume(core: Core, link: string): Promise<void> {
  const { store, calls, machine, surroundings } = core
  try {
    const access = await calls.resume({ site: surroundings.site.id, link })
    if (!isPlain(access) || typeof access.id !== 'string' || typeof access.token !== 'string') return
    const { id, token } = access
    const fresh = { status: 'bot', person: null, queue: null, ended: false, rating: null } as const
    if (store.chat()?.id !== id) store.changeMine(() => ({ answers: {}, outbox: [] }))
    store.setChat({ ...fresh, id, token, at: machine.now(), messages: [] })
    await refresh(core, id)
  } catch (error) {
    surroundings.debug('resume', asCallError(error).code)
  }
}
