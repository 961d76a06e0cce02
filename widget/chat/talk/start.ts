import { CallError } from './call-error.ts'
import type { Access } from './calls.ts'
import type { Core } from './core.ts'
import { identityOf, keepIdentified, tellIdentity } from './identity.ts'
import { isPlain, readMessages } from './message.ts'

/**
 * Starts a conversation without a message, so that whatever is lost on the way the first message is stored once: it is sent
 * afterwards, under an id of its own.
 */
export async function startChat(core: Core): Promise<Access> {
  const { store, calls, machine, surroundings } = core
  const { site, debug } = surroundings
  const { details } = store.mine()
  const identity = identityOf(core)
  const answer = await calls.start({
    site: site.id,
    context: machine.page(),
    ...(details && { contact: details }),
    ...(identity && { identity }),
    ...(site.captcha && { captcha: await solve(core) }),
  })
  if (!isPlain(answer) || typeof answer.id !== 'string' || typeof answer.token !== 'string')
    throw new CallError('network', 'the answer names no chat')
  const { id, token } = answer
  debug('chat', id)
  const messages = readMessages(answer.messages)
  const fresh = { status: 'bot', person: null, queue: null, ended: false } as const
  store.setChat({ ...fresh, id, token, at: machine.now(), messages, read: messages.at(-1)?.id })
  store.changeMine(() => ({ answers: {} }))
  if (identity) keepIdentified(core, id, identity, answer.identity)
  // The page may have said otherwise meanwhile.
  void tellIdentity(core)
  return { id, token }
}

/** @throws a CallError `challenge` where nobody can, or the visitor did not */
async function solve({ challenge }: Core): Promise<string> {
  try {
    if (challenge) return await challenge()
  } catch (error) {
    throw new CallError('challenge', String(error))
  }
  throw new CallError('challenge', 'there is no way to answer it')
}
