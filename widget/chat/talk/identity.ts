import type { SvcIdentity } from '../../api.ts'
import { asCallError } from './call-error.ts'
import { accessOf, type Core } from './core.ts'
import { isPlain } from './message.ts'

/** The identity given by the page. The signed token stays in this page and is never stored. */
export function identityOf({ store, token }: Core): SvcIdentity | undefined {
  const identity = { ...store.mine().identity, ...(token && { token }) }
  return Object.keys(identity).length > 0 ? identity : undefined
}

/** Sends the visitor's identity to the server, unless it is known there. */
export async function sendIdentity(core: Core): Promise<void> {
  const { store, calls, surroundings } = core
  const identity = identityOf(core)
  const chat = store.chat()
  if (!identity || !chat || chat.ended || chat.identified === markOf(core, identity)) return
  try {
    keepIdentified(core, chat.id, identity, await calls.post(accessOf(chat), 'identify', identity))
  } catch (error) {
    // The next page sends it again if it still applies.
    surroundings.debug('identify', asCallError(error).message)
  }
}

/** Sends what the page tells the team about the visitor, if there is a chat. Its start contains it, too. */
export async function sendAttributes(
  { store, calls, surroundings }: Core,
  attributes: Record<string, string>,
): Promise<void> {
  const chat = store.chat()
  if (!chat || chat.ended) return
  try {
    await calls.post(accessOf(chat), 'attributes', { attributes })
  } catch (error) {
    surroundings.debug('attributes', asCallError(error).message)
  }
}

/** Records what the server knows. An ignored token is logged for developers and not sent again. */
export function keepIdentified(core: Core, id: string, { token, ...claims }: SvcIdentity, answer: unknown): void {
  const { verified, reason } = isPlain(answer) ? answer : {}
  const isIgnored = token && verified !== true
  if (isIgnored) {
    core.surroundings.debug('the identity token was ignored', reason)
    if (core.token === token) core.token = undefined
  }
  core.store.changeChat(id, () => ({ identified: markOf(core, isIgnored ? claims : { ...claims, token }) }))
}

/** The same for all tokens of one visitor, because each page has a new one. */
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
