import type { SendMessage } from '../../../shared/conversation.ts'
import { asCallError, CallError, isOver, isPassing, readRefusal } from './call-error.ts'
import type { Access } from './calls.ts'
import {
  accessOf,
  alone,
  asMessage,
  backoff,
  type Core,
  later,
  lose,
  receive,
  receiveOwn,
  serverTime,
  settle,
} from './core.ts'
import type { Heard } from './event-stream.ts'
import { refresh } from './fetch-later.ts'
import { identityOf } from './identity.ts'
import { isPlain, readMessages } from './message.ts'
import { introduce, keepIntroduced, keepStarted, startChat } from './start.ts'
import type { Outgoing } from './store.ts'

/** Sends what waits, one after the other, unless this or another tab of the browser does so already. */
export async function flush(core: Core): Promise<void> {
  core.flushAgain = true
  if (core.flushing) return
  core.flushing = true
  while (core.flushAgain) {
    core.flushAgain = false
    if (!nextOf(core)) break
    await alone(core, 'send', async () => {
      for (let item = nextOf(core); item; item = nextOf(core)) await attempt(core, item)
    })
  }
  core.flushing = false
  core.changed()
}

/** Sends once more what came to nothing: first it is read what became of it. */
export async function resume(core: Core): Promise<void> {
  const chat = core.store.chat()
  if (chat && core.machine.online()) await refresh(core, chat.id)
  retryAll(core, (item) => item.passing)
  await flush(core)
}

/** Lets go of why these were not answered, so that they are sent again. */
export function retryAll({ store }: Core, isMeant: (item: Outgoing) => unknown): void {
  if (!store.mine().outbox.some((item) => item.failure && isMeant(item))) return
  store.changeMine(({ outbox }) => ({
    outbox: outbox.map((item) => (isMeant(item) ? { ...item, failure: undefined, passing: undefined } : item)),
  }))
}

/** Whether something is to be known, or agreed to, before the first message. */
export const asksDetails = ({ store, surroundings: { site } }: Core): boolean => {
  const chat = store.chat()
  const { details, identity } = store.mine()
  const isKnown = details !== null || identity !== null
  return site.form.enabled && site.form.fields.length > 0 && !isKnown && (!chat || chat.ended)
}

/** Whether what is sent waits for the visitor. */
export const isHeld = (core: Core): boolean =>
  asksDetails(core) || (core.surroundings.site.consent === 'required' && !core.store.mine().consented)

/** What was written first is sent first; what was refused for good holds up nothing. */
function nextOf(core: Core): Outgoing | undefined {
  const { machine, life } = core
  if (life.signal.aborted || !machine.online() || isHeld(core)) return undefined
  const first = core.store.mine().outbox.find((item) => !item.failure || item.passing)
  return first?.failure ? undefined : first
}

async function attempt(core: Core, item: Outgoing): Promise<void> {
  const chat = core.store.chat()
  let access = chat && !chat.ended ? accessOf(chat) : undefined
  core.awaiting = true
  core.changed()
  await core.machine.turn()
  try {
    if (!access && item.action?.id === 'person') access = await startChat(core)
    if (access) await readReply(core, access, item)
    else await begin(core, item, (begun) => (access = begun))
    core.failures = 0
  } catch (error) {
    fail(core, item, asCallError(error), access?.id)
  }
  core.awaiting = core.streaming = false
  core.moment.writing = null
  await show(core)
}

/** In a task of its own, as what came was taken in. */
async function show(core: Core): Promise<void> {
  await core.machine.turn()
  core.changed()
}

/**
 * Begins a conversation with its first message. Where the answer is lost on the way, the server knows the start again, and
 * stores it once.
 */
async function begin(core: Core, item: Outgoing, begun: (access: Access) => void): Promise<void> {
  const { clientMessageId, startId, text } = item
  const introduced = await introduce(core)
  const body = { ...introduced.body, message: text, clientMessageId, startId }
  let access: Access | undefined
  let stored = () => {}
  for await (const heard of core.calls.begin(body, core.life.signal)) {
    if (!access) {
      access = keepStarted(core, heard.data)
      begun(access)
      stored = keeperOf(core, access.id, item)
    }
    const isLast = take(core, access.id, item, heard, stored)
    if (isLast) return keepIntroduced(core, access.id, introduced, heard.data)
    await show(core)
  }
  throw new CallError('network', 'the answer ended before its end')
}

async function readReply(core: Core, access: Access, item: Outgoing): Promise<void> {
  const stored = keeperOf(core, access.id, item)
  for await (const heard of core.calls.send(access, bodyOf(item), core.life.signal)) {
    if (take(core, access.id, item, heard, stored)) return
    await show(core)
  }
  throw new CallError('network', 'the answer ended before its end')
}

/** @returns what keeps the message as stored, behind what stands there now */
function keeperOf(core: Core, id: string, item: Outgoing): () => void {
  const last = core.store.chat()?.messages.at(-1)
  return () => {
    receiveOwn(core, id, { ...asMessage(item), ts: serverTime(core) }, last)
    core.store.changeOutgoing(item.clientMessageId, { stored: true })
  }
}

/** What was pressed in a conversation that is gone is said in words in the new one. */
function bodyOf({ clientMessageId, text, action, renewed }: Outgoing): SendMessage {
  return action && !(renewed && action.id !== 'person') ? { action, clientMessageId } : { text, clientMessageId }
}

/** @returns whether it was the last */
function take(core: Core, id: string, item: Outgoing, { type, data }: Heard, stored: () => void): boolean {
  const said = isPlain(data) ? data : {}
  if (type === 'stored') {
    const { token, now } = said
    if (typeof token === 'string') core.store.changeChat(id, () => ({ token }))
    if (typeof now === 'number') core.store.changeChat(id, () => ({ skew: core.machine.now() - now }))
    stored()
  }
  if (type === 'delta' && typeof said.text === 'string') write(core, said.text)
  if (type === 'error') throw readRefusal(said)
  if (type !== 'done') return false
  stored()
  receive(core, id, readMessages(said.messages))
  settle(core, item.clientMessageId)
  // A reply that was written anew has taken the place of what was kept of the first.
  if (item.stored) void refresh(core, id)
  return true
}

/** Where the whole message came sooner, as an event, nothing is written any more. */
function write(core: Core, text: string): void {
  const { moment } = core
  if (!core.streaming || moment.writing !== null) moment.writing = (core.streaming ? moment.writing : '') + text
  core.streaming = true
}

function fail(core: Core, { clientMessageId, renewed }: Outgoing, error: CallError, id: string | undefined): void {
  const { store, machine, surroundings } = core
  if (core.life.signal.aborted) return
  surroundings.debug('not answered', error.code, error.message)
  if (id !== undefined && !renewed && lose(core, id, error)) {
    store.changeOutgoing(clientMessageId, { renewed: true, stored: false, startId: machine.newId() })
    return
  }
  if (id === undefined && isClaimRefused(core, error)) return
  const passing = isPassing(error)
  if (passing && !machine.online()) return
  const wrong = error.code === 'bad_request' && !isChallenged(error)
  store.changeOutgoing(clientMessageId, { failure: failureOf(error), passing, wrong })
  if (passing) tryLater(core, error)
}

function tryLater(core: Core, { retryAfter = 0 }: CallError): void {
  core.cancelRetry()
  core.cancelRetry = later(core, Math.max(backoff(core, core.failures++), retryAfter * 1000), () => void resume(core))
}

/** Details that are refused are asked for again. What the page says of its visitor holds up nothing: it is left out. */
function isClaimRefused(core: Core, { code, field }: CallError): boolean {
  const { store } = core
  if (code !== 'bad_request') return false
  const [claim] = field.split('.')
  if (claim === 'contact') store.changeMine(() => ({ details: null }))
  if (claim !== 'identity' || !identityOf(core)) return false
  // Without a name or an email it is still one that the page knows, who is asked for nothing.
  store.changeMine(() => ({ identity: {} }))
  core.token = undefined
  return true
}

/** Whether the server did not take the answer to the bot challenge: each try has another. */
const isChallenged = ({ reason }: CallError) => reason === 'challenge_missing' || reason === 'challenge_failed'

/** A key of the words, or, where the server knows best, its sentence. */
function failureOf(error: CallError): string {
  if (isOver(error)) return 'failed'
  if (isChallenged(error)) return 'challenge'
  return failures[error.code] ?? (error.message || 'failed')
}

const failures: Record<string, string> = {
  network: 'unreachable',
  unavailable: 'unreachable',
  rate_limited: 'tooFast',
  connector_error: 'failed',
  internal: 'failed',
  forbidden: 'refused',
  challenge: 'challenge',
}
