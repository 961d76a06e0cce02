import { createStore, type Store } from './store.ts'

/** How often somebody types a reply before it is offered as a canned reply. */
const often = 3
/** Shorter texts, such as `Thank you!`, are not worth a shortcut. */
const minLength = 25
/** The number of texts that are counted, the latest ones. */
const maxCounted = 300

/** A reply that was typed often, in the conversation where it was sent last. */
export type Repeated = { conversation: string; text: string }

export const repeated: Store<Repeated | null> = createStore<Repeated | null>(null)

type Typed = { site: string; me: string; conversation: string; text: string; visitor: string | null }

/**
 * Counts a typed reply of a person on a site, on this machine. Only a hash of it is stored. The third one with the same
 * words, whoever the visitor is, is offered. One that was declined is never offered again.
 */
export function countTyped({ site, me, conversation, text, visitor }: Typed): void {
  const template = templateOf(text, visitor)
  const hash = hashOf(normalise(template))
  if (normalise(template).length < minLength) return
  const counts = read(site, me)
  const before = counts.get(hash) ?? 0
  if (before < 0) return
  counts.delete(hash)
  counts.set(hash, before + 1)
  keep(site, me, counts)
  if (before + 1 >= often) repeated.set({ conversation, text: template })
}

/** Closes the offer, and never makes it again for this text. */
export function settleRepeated(site: string, me: string, { text }: Repeated): void {
  const counts = read(site, me)
  counts.set(hashOf(normalise(text)), -1)
  keep(site, me, counts)
  repeated.set(null)
}

/** The text with placeholders for the visitor's name. */
export function templateOf(text: string, visitor: string | null): string {
  const name = visitor?.trim() ?? ''
  const first = name.split(/\s+/)[0] ?? ''
  const replaced = (from: string, to: string, within: string) =>
    from.length < 2 ? within : within.replace(new RegExp(`(?<!\\p{L})${escaped(from)}(?!\\p{L})`, 'gu'), to)
  const whole = first === name ? text : replaced(name, '{{visitor.name}}', text)
  return replaced(first, '{{visitor.firstName}}', whole)
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Two texts that differ only in case, spaces and punctuation are the same. */
const normalise = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

function hashOf(text: string): string {
  let hash = 0xcbf29ce484222325n
  for (const character of text)
    hash = BigInt.asUintN(64, (hash ^ BigInt(character.codePointAt(0) ?? 0)) * 0x100000001b3n)
  return hash.toString(36)
}

const keyOf = (site: string, me: string) => `frontdesk.typed.${site}.${me}`

function read(site: string, me: string): Map<string, number> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(site, me)) ?? '[]')
    const entries = Array.isArray(kept) ? kept : []
    return new Map(entries.filter((one) => typeof one?.[0] === 'string' && typeof one[1] === 'number'))
  } catch {
    // Something else wrote to the storage: counts from the beginning.
    return new Map()
  }
}

function keep(site: string, me: string, counts: ReadonlyMap<string, number>): void {
  // What was declined stays longest.
  const entries = [...counts].toSorted(([, one], [, other]) => Number(other < 0) - Number(one < 0))
  const declined = entries.filter(([, count]) => count < 0)
  const counted = entries.slice(declined.length).slice(-maxCounted)
  localStorage.setItem(keyOf(site, me), JSON.stringify([...declined.slice(-maxCounted), ...counted]))
}
