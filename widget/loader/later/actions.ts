import type { SvcIdentity } from '../../api.ts'
import type { MountedChat } from '../../chat/mounting.ts'
import type { Events } from './events.ts'

export type Actions = ReturnType<typeof actionsOf>

/** What the methods of `Svc` do, given whatever the page gave them. They throw where that makes no sense. */
export function actionsOf(chat: MountedChat, { on, off }: Events, state: { open: boolean }) {
  return {
    open: () => chat.open(),
    close: () => chat.close(),
    toggle: () => (state.open ? chat.close() : chat.open()),
    send(given: unknown) {
      if (typeof given !== 'string' || !given.trim()) throw new Error('send wants a text')
      chat.open()
      chat.send(given)
    },
    identify: (given: unknown) => chat.identify(identityOf(given)),
    reset: () => chat.reset(),
    on,
    off,
  }
}

function identityOf(given: unknown): SvcIdentity {
  const { name, email, token } = given as SvcIdentity
  const known = Object.entries({ name, email, token }).filter(([, value]) => value && typeof value === 'string')
  if (known.length === 0) throw new Error('identify wants a name, an email or a token')
  return Object.fromEntries(known)
}
