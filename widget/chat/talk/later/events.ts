import { type Core, isReply, isSame, receive, settle } from '../core.ts'
import type { Heard } from '../event-stream.ts'
import { isPlain, type Known, readMessages } from '../message.ts'
import { type Chat, readPlace } from '../store.ts'
import { refresh } from './history.ts'

type Said = Record<string, unknown>

const nobody = { person: null, queue: null, named: undefined }

/** What an event changes in the conversation; whatever else comes changes nothing. */
const changes: Record<string, (chat: Chat, said: Said) => Partial<Chat>> = {
  'handover.requested': ({ queue }) => ({ ...nobody, status: 'live', queue: queue ?? { place: 0, minutes: null } }),
  'place.changed': (_, said) => ({ ...nobody, status: 'live', queue: readPlace(said) }),
  'conversation.assigned': ({ named, status }) => {
    // Without a line that says so nobody joined: it was given to nobody, or while the assistant has it.
    if (named !== undefined) return { ...nobody, status: 'live', person: { name: named } }
    return status === 'live' ? { person: null } : {}
  },
  'handover.missed': () => ({ ...nobody, status: 'bot' }),
  'handover.ended': () => ({ ...nobody, status: 'bot' }),
  'conversation.closed': () => ({ ...nobody, status: 'closed' }),
  'conversation.ended': () => ({ ...nobody, status: 'bot', ended: true }),
}

/** Takes in one event of the conversation. */
export function hear(core: Core, id: string, { type, id: position, data }: Heard): void {
  const { store, channel } = core
  const said = isPlain(data) ? data : {}
  if (core.moments?.take(type, said)) {
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

/** Of what others wrote, only its marks change, which are told to them. */
const isOthers = ({ store }: Core, message: unknown) =>
  store.chat()?.messages.some(({ id, role }) => id === message && role !== 'user')

/** A reply that was written again is shown once. */
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
  // Its answer came this way: the page that asked was left. The greeting, which the log tells again, answers nothing.
  const asked = core.store.mine().outbox.find((item) => item.stored)
  if (isNew && isReply(last) && asked) settle(core, asked.clientMessageId)
}

/** A person's own words say that they are there; of a small line, what comes next says what it meant. */
function personChange({ role, meta }: Known): Partial<Chat> {
  const name = meta?.agentName ?? ''
  if (meta?.human) return { ...nobody, status: 'live', person: { name } }
  return { named: role === 'system' ? name : undefined }
}
