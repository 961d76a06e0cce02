import type { SvcIdentity } from '../../api.ts'
import type { MountedChat } from '../../chat/mounting.ts'
import type { Events } from './events.ts'

export type Actions = ReturnType<typeof actionsOf>

/** The methods of `Svc`, for arbitrary arguments. They throw for invalid ones. */
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

/** Calls a method by its name. An invalid call is logged. Methods that few pages use are loaded. */
export function createCall(chat: MountedChat, actions: Actions, log: (...words: unknown[]) => void) {
  return (name: string, given: unknown[]): void => {
    log(name, ...given)
    const ignored = (error: unknown) => log(`${name} was ignored`, error)
    try {
      if (name in actions) actions[name as keyof Actions](...(given as [never, never]))
      else import('./late-actions.ts').then(({ run }) => run[name as keyof typeof run](chat, given[0])).catch(ignored)
    } catch (error) {
      ignored(error)
    }
  }
}

function identityOf(given: unknown): SvcIdentity {
  const { name, email, token } = given as SvcIdentity
  const known = Object.entries({ name, email, token }).filter(([, value]) => value && typeof value === 'string')
  if (known.length === 0) throw new Error('identify wants a name, an email or a token')
  return Object.fromEntries(known)
}
