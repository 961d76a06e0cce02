import { type Core, isReply, isSame, receive, removeAnswered } from '../core.ts'
import type { StreamEvent } from '../event-stream.ts'
import { isPlain, type Known, readMessages } from '../message.ts'
import { type Chat, readPlace } from '../store.ts'
import { refresh } from './history.ts'

type Said = Record<string, unknown>

const nobody = { person: null, queue: null, named: undefined }

/** How each event changes the conversation. Other events change nothing. */
const changes: Record<string, (chat: Chat, said: Said) => Partial<Chat>> = {
  'handover.requested': ({ queue }) => ({ ...nobody, status: 'live', queue: queue ?? { place: 0, minutes: null } }),
  'place.changed': (_, said) => ({ ...nobody, status: 'live', queue: readPlace(said) }),
  'conversation.assigned': ({ named, status }) => {
    // Without a message that somebody joined, nobody did: it was unassigned, or assigned while the assistant handles
    // it.
    if (named !== undefined) return { ...nobody, status: 'live', person: { name: named } }
    return status === 'live' ? { person: null } : {}
  },
  'handover.missed': () => ({ ...nobody, status: 'bot' }),
  'handover.ended': () => ({ ...nobody, status: 'bot' }),
  'conversation.closed': () => ({ ...nobody, status: 'closed' }),
  'conversation.ended': () => ({ ...nobody, status: 'bot', ended: true }),
}

/** Processes one event of the conversation. */
export function applyEvent(core: Core, id: string, { type, id: position, data }: StreamEvent): void {
  const { store, channel } = core
  const said = isPlain(data) ? data : {}
  if (core.ephemeralEvents?.take(type, said)) {
    channel?.postMessage({ id, type, data: said })
    return
  }
  if (type === 'message.sent') takeAway(core, id, said.replaces)
  if (type === 'message.sent') takeMessages(core, id, readMessages(said.messages))
  const change = Object.hasOwn(changes, type) ? changes[type] : undefined
  if (position) core.taken = position
  store.changeChat(id, (chat) => ({ ...change?.(chat, said), ...(position && { position }) }))
  if (type === 'resync' || (type === 'message.changed' && !isOthers(core, said.id))) void refresh(core, id)
  core.changed()
}

/** For messages of others, only their flags change, which are published to them. */
const isOthers = ({ store }: Core, message: unknown) =>
  store.chat()?.messages.some(({ id, role }) => id === message && role !== 'user')

/** Removes the earlier version of a regenerated reply. */
function takeAway(core: Core, id: string, replaced: unknown): void {
  if (!Array.isArray(replaced)) return
  core.store.changeChat(id, ({ messages }) => ({ messages: messages.filter((one) => !replaced.includes(one.id)) }))
}

function takeMessages(core: Core, id: string, messages: Known[]): void {
  const last = messages.at(-1)
  if (!last) return
  const isNew = !core.store.chat()?.messages.some((known) => isSame(known, last))
  receive(core, id, messages)
  core.store.changeChat(id, () => personChange(last))
  // The answer arrived this way, because the page that asked was closed. The greeting, which the log repeats, is not an
  // answer.
  const asked = core.store.mine().outbox.find((item) => item.stored)
  if (isNew && isReply(last) && asked) removeAnswered(core, asked.clientMessageId)
}

/** A person's message shows that they joined. For a system message, the next event tells what it meant. */
function personChange({ role, meta }: Known): Partial<Chat> {
  const name = meta?.agentName ?? ''
  if (meta?.human) return { ...nobody, status: 'live', person: { name } }
  return { named: role === 'system' ? name : undefined }
}
