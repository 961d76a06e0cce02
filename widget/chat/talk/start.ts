import { CallError } from './call-error.ts'
import type { Access } from './calls.ts'
import type { Core } from './core.ts'
import { identityOf, keepIdentified, tellIdentity } from './identity.ts'
import { isPlain, readMessages } from './message.ts'

/** What a start says of the page and its visitor. */
export async function introduce(core: Core) {
  const { store, machine, surroundings } = core
  const { site } = surroundings
  const { details } = store.mine()
  const identity = identityOf(core)
  const said = {
    site: site.id,
    context: machine.page(),
    ...(details && { contact: details }),
    ...(identity && { identity }),
  }
  return { identity, body: { ...said, ...(site.captcha && { captcha: await solve(core) }) } }
}

export type Introduced = Awaited<ReturnType<typeof introduce>>

/** Starts a conversation without a message: what is pressed is not one that a conversation can begin with. */
export async function startChat(core: Core): Promise<Access> {
  const { body, identity } = await introduce(core)
  const answer = await core.calls.start(body)
  const access = keepStarted(core, answer)
  keepIntroduced(core, access.id, { identity }, answer)
  return access
}

/** Keeps the conversation that the server has begun. */
export function keepStarted({ store, machine, surroundings }: Core, answer: unknown): Access {
  if (!isPlain(answer) || typeof answer.id !== 'string' || typeof answer.token !== 'string')
    throw new CallError('network', 'the answer names no chat')
  const { id, token } = answer
  surroundings.debug('chat', id)
  const messages = readMessages(answer.messages)
  const fresh = { status: 'bot', person: null, queue: null, ended: false } as const
  store.setChat({ ...fresh, id, token, at: machine.now(), messages })
  store.setRead(messages.at(-1)?.id ?? null)
  store.changeMine(() => ({ answers: {} }))
  return { id, token }
}

/** Keeps whom the server takes the visitor for. */
export function keepIntroduced(core: Core, id: string, { identity }: Pick<Introduced, 'identity'>, answer: unknown) {
  if (identity) keepIdentified(core, id, identity, isPlain(answer) ? answer.identity : undefined)
  // The page may have said otherwise meanwhile.
  void tellIdentity(core)
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
