import type { SvcIdentity } from '../../api.ts'
import { asCallError } from './call-error.ts'
import { accessOf, type Core } from './core.ts'
import { isPlain } from './message.ts'

/** What the page says of its visitor; the signed token only in this page, and never stored. */
export function identityOf({ store, token }: Core): SvcIdentity | undefined {
  const identity = { ...store.mine().identity, ...(token && { token }) }
  return Object.keys(identity).length > 0 ? identity : undefined
}

/** Tells the server who the visitor is, unless it knows. */
export async function tellIdentity(core: Core): Promise<void> {
  const { store, calls, surroundings } = core
  const identity = identityOf(core)
  const chat = store.chat()
  if (!identity || !chat || chat.ended || chat.identified === markOf(core, identity)) return
  try {
    keepIdentified(core, chat.id, identity, await calls.post(accessOf(chat), 'identify', identity))
  } catch (error) {
    // Said again by the next page, where it is then still so.
    surroundings.debug('identify', asCallError(error).message)
  }
}

/** Keeps what the server knows by now. A token that it ignores is one for whoever looks for the fault, and not said again. */
export function keepIdentified(core: Core, id: string, { token, ...claims }: SvcIdentity, answer: unknown): void {
  const { verified, reason } = isPlain(answer) ? answer : {}
  const isIgnored = token && verified !== true
  if (isIgnored) {
    core.surroundings.debug('the identity token was ignored', reason)
    if (core.token === token) core.token = undefined
  }
  core.store.changeChat(id, () => ({ identified: markOf(core, isIgnored ? claims : { ...claims, token }) }))
}

/** The same for every token of one visitor, as each page has a new one. */
const markOf = (core: Core, { name, email, token }: SvcIdentity): string =>
  [name, email, token && subjectOf(core, token)].join('\n')

function subjectOf({ surroundings: { natives } }: Core, token: string): unknown {
  try {
    const claims = natives.parse(atob((token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')))
    return isPlain(claims) ? claims.sub : undefined
  } catch {
    return undefined
  }
}
