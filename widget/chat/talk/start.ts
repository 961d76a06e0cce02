import { CallError } from './call-error.ts'
import type { Access } from './calls.ts'
import type { Core } from './core.ts'
import { identityOf, keepIdentified, sendAttributes, sendIdentity } from './identity.ts'
import { isPlain, readMessages } from './message.ts'

/** The page and visitor for the start of a chat. */
export async function introduce(core: Core) {
  const { store, machine, surroundings } = core
  const { site } = surroundings
  const { details, attributes } = store.mine()
  const identity = identityOf(core)
  const said = {
    site: site.id,
    context: { ...machine.page(), ...(surroundings.language && { locale: surroundings.language }) },
    ...(attributes && { attributes }),
    ...(details && { contact: details }),
    ...(identity && { identity }),
  }
  return { identity, body: { ...said, ...(site.captcha && { captcha: await solve(core) }) } }
}

export type Introduced = Awaited<ReturnType<typeof introduce>>

/** Starts a conversation without a message, because the pressed action cannot be its first message. */
export async function startChat(core: Core): Promise<Access> {
  const { body, identity } = await introduce(core)
  const answer = await core.calls.start(body)
  const access = keepStarted(core, answer)
  keepIntroduced(core, access.id, { body, identity }, answer)
  return access
}

/** Stores the conversation that the server created. */
export function keepStarted({ store, machine, surroundings }: Core, answer: unknown): Access {
  if (!isPlain(answer) || typeof answer.id !== 'string' || typeof answer.token !== 'string')
    throw new CallError('network', 'the answer names no chat')
  const { id, token } = answer
  surroundings.debug('chat', id)
  const messages = readMessages(answer.messages)
  const fresh = { status: 'bot', person: null, queue: null, ended: false, rating: null } as const
  store.setChat({ ...fresh, id, token, at: machine.now(), messages })
  store.setRead(messages.at(-1)?.id ?? null)
  store.changeMine(() => ({ answers: {} }))
  return { id, token }
}

/** Records what the server knows of the visitor, and sends what the page has changed since it was asked. */
export function keepIntroduced(core: Core, id: string, { body, identity }: Introduced, answer: unknown) {
  if (identity) keepIdentified(core, id, identity, isPlain(answer) ? answer.identity : undefined)
  void sendIdentity(core)
  const set = Object.entries(core.store.mine().attributes ?? {})
  const changed = set.filter(([name, value]) => body.attributes?.[name] !== value)
  if (changed.length > 0) void sendAttributes(core, Object.fromEntries(changed))
}

/** @throws a CallError `challenge` if it is not possible, or the visitor did not complete it */
async function solve({ challenge }: Core): Promise<string> {
  try {
    if (challenge) return await challenge()
  } catch (error) {
    throw new CallError('challenge', String(error))
  }
  throw new CallError('challenge', 'there is no way to answer it')
}
