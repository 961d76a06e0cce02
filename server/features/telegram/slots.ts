import type { Parts } from '../../core/context.ts'

type Slots = { taken: number; parked: Map<string, string> }

/** So many conversations are brought up to date at once: a provider that hangs leaves room in the queue for all else. */
const most = 2
const slots = new WeakMap<Parts, Slots>()

const slotsOf = (parts: Parts): Slots => {
  const known = slots.get(parts) ?? { taken: 0, parked: new Map() }
  slots.set(parts, known)
  return known
}

/** Takes a slot of this server's. Where none is free, the conversation is named by `leaveSlot` once one is. */
export function takeSlot(parts: Parts, site: string, conversation: string): boolean {
  const known = slotsOf(parts)
  if (known.taken >= most) {
    known.parked.set(conversation, site)
    return false
  }
  known.taken += 1
  return true
}

/** Gives a slot back, and answers who waited for one: the site of each conversation. */
export function leaveSlot(parts: Parts): [conversation: string, site: string][] {
  const known = slotsOf(parts)
  known.taken -= 1
  const parked = [...known.parked]
  known.parked.clear()
  return parked
}
