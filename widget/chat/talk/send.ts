import type { SendMessage } from '../../../shared/conversation.ts'
import { asCallError, CallError, isOver, isPassing, readError } from './call-error.ts'
import type { Access } from './calls.ts'
import {
  accessOf,
  asMessage,
  backoff,
  type Core,
  endIfLost,
  inOneTab,
  later,
  receive,
  receiveOwn,
  removeAnswered,
  serverTime,
} from './core.ts'
import type { StreamEvent } from './event-stream.ts'
import { refresh } from './fetch-later.ts'
import { identityOf } from './identity.ts'
import { isPlain, readMessages } from './message.ts'
import { introduce, keepIntroduced, keepStarted, startChat } from './start.ts'
import type { Outgoing } from './store.ts'

/** Sends the outbox in order, unless this or another tab is already doing so. */
export async function flush(core: Core): Promise<void> {
  core.flushAgain = true
  if (core.flushing) return
  core.flushing = true
  while (core.flushAgain) {
    core.flushAgain = false
    if (!nextOf(core)) break
    await inOneTab(core, 'send', async () => {
      for (let item = nextOf(core); item; item = nextOf(core)) await attempt(core, item)
    })
  }
  core.flushing = false
  core.changed()
}

/** Retries failed messages, after checking what became of them. */
export async function resume(core: Core): Promise<void> {
  const chat = core.store.chat()
  if (chat && core.machine.online()) await refresh(core, chat.id)
  retryAll(core, (item) => item.passing)
  await flush(core)
}

/** Clears failures, so that the messages are sent again. */
export function retryAll({ store }: Core, isMeant: (item: Outgoing) => unknown): void {
  if (!store.mine().outbox.some((item) => item.failure && isMeant(item))) return
  store.changeMine(({ outbox }) => ({
    outbox: outbox.map((item) => (isMeant(item) ? { ...item, failure: undefined, passing: undefined } : item)),
  }))
}

/** Whether the form or consent is required before the first message. */
export const asksDetails = ({ store, surroundings: { site } }: Core): boolean => {
  const chat = store.chat()
  const { details, identity } = store.mine()
  const isKnown = details !== null || identity !== null
  return site.form.enabled && site.form.fields.length > 0 && !isKnown && (!chat || chat.ended)
}

/** Whether sending waits for the visitor. */
export const isHeld = (core: Core): boolean =>
  asksDetails(core) || (core.surroundings.site.consent === 'required' && !core.store.mine().consented)

/** The oldest message is sent first. A permanently rejected one does not block others. */
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
  core.asked ||= item.action?.id === 'person'
  core.changed()
  await core.machine.turn()
  try {
    if (!access && item.action && !answersMessage(item.action)) access = await startChat(core)
    if (access) await readReply(core, access, item)
    else await begin(core, item, (begun) => (access = begun))
    core.failures = 0
  } catch (error) {
    fail(core, item, asCallError(error), access?.id)
  }
  core.awaiting = core.streaming = false
  Object.assign(core.ephemeral, { writing: null, place: 0 })
  await show(core)
}

/** In a separate task from processing what arrived. */
async function show(core: Core): Promise<void> {
  await core.machine.turn()
  core.changed()
}

/**
 * Starts a conversation with its first message. If the response is lost, the server recognises the repeated start and
 * stores it once.
 */
async function begin(core: Core, item: Outgoing, begun: (access: Access) => void): Promise<void> {
  const { clientMessageId, startId, text } = item
  const introduced = await introduce(core)
  const body = { ...introduced.body, message: text, clientMessageId, startId }
  let access: Access | undefined
  let stored = () => {}
  for await (const event of core.calls.begin(body, core.life.signal)) {
    if (!access) {
      access = keepStarted(core, event.data)
      begun(access)
      stored = keeperOf(core, access.id, item)
    }
    const isLast = take(core, access.id, item, event, stored)
    if (isLast) return keepIntroduced(core, access.id, introduced, event.data)
    await show(core)
  }
  throw new CallError('network', 'the answer ended before its end')
}

async function readReply(core: Core, access: Access, item: Outgoing): Promise<void> {
  const stored = keeperOf(core, access.id, item)
  for await (const event of core.calls.send(access, bodyOf(item), core.life.signal)) {
    if (take(core, access.id, item, event, stored)) return
    await show(core)
  }
  throw new CallError('network', 'the answer ended before its end')
}

/** @returns a function that marks the message as stored, after the current last message */
function keeperOf(core: Core, id: string, item: Outgoing): () => void {
  const last = core.store.chat()?.messages.at(-1)
  return () => {
    receiveOwn(core, id, { ...asMessage(item), ts: serverTime(core) }, last)
    core.store.changeOutgoing(item.clientMessageId, { stored: true })
  }
}

/** Whether an action can only be sent in the conversation that has its message. */
const answersMessage = ({ id }: { id: string }): boolean => !/^(person$|flow:)/.test(id)

/** An action of a lost conversation is sent as text in the new one. */
function bodyOf({ clientMessageId, text, action, renewed, regenerate }: Outgoing): SendMessage {
  if (regenerate) return { text, clientMessageId, regenerate }
  return action && !(renewed && answersMessage(action)) ? { action, clientMessageId } : { text, clientMessageId }
}

/** @returns whether it was the last event */
function take(core: Core, id: string, item: Outgoing, { type, data }: StreamEvent, stored: () => void): boolean {
  const said = isPlain(data) ? data : {}
  if (type === 'stored') {
    const { token, now } = said
    if (typeof token === 'string') core.store.changeChat(id, () => ({ token }))
    if (typeof now === 'number') core.store.changeChat(id, () => ({ skew: core.machine.now() - now }))
    stored()
  }
  if (type === 'waiting' && typeof said.place === 'number') core.ephemeral.place = said.place
  if (type === 'delta' && typeof said.text === 'string') write(core, said.text)
  if (type === 'error') throw readError(said)
  if (type !== 'done') return false
  stored()
  receive(core, id, readMessages(said.messages))
  removeAnswered(core, item.clientMessageId)
  // A regenerated reply replaces what was stored of the first.
  if (item.stored) void refresh(core, id)
  return true
}

/** If the whole message has arrived as an event, there is nothing more to write. */
function write(core: Core, text: string): void {
  const { ephemeral } = core
  if (!core.streaming || ephemeral.writing !== null)
    ephemeral.writing = (core.streaming ? ephemeral.writing : '') + text
  core.streaming = true
}

function fail(core: Core, { clientMessageId, renewed }: Outgoing, error: CallError, id: string | undefined): void {
  const { store, machine, surroundings } = core
  if (core.life.signal.aborted) return
  surroundings.debug('not answered', error.code, error.message)
  if (id !== undefined && !renewed && endIfLost(core, id, error)) {
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

/**
 * Rejected details are asked for again. What the page claims is dropped if it is rejected, so that it does not block the
 * chat.
 */
function isClaimRefused(core: Core, { code, field }: CallError): boolean {
  const { store } = core
  if (code !== 'bad_request') return false
  const [claim] = field.split('.')
  if (claim === 'contact') store.changeMine(() => ({ details: null }))
  if (claim === 'attributes') {
    store.changeMine(() => ({ attributes: null }))
    return true
  }
  if (claim !== 'identity' || !identityOf(core)) return false
  // Without name or email it is still a visitor that the page knows, so no details are asked for.
  store.changeMine(() => ({ identity: {} }))
  core.token = undefined
  return true
}

/** Whether the server rejected the bot challenge. Each attempt needs a new one. */
const isChallenged = ({ reason }: CallError) => reason === 'challenge_missing' || reason === 'challenge_failed'

/** A key of the texts or, if the server knows best, its sentence. */
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
