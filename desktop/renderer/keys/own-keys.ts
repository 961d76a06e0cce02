import { createStore, useStore } from '../live/store.ts'
import { useWords } from '../words/words.tsx'
import { type Command, useCommands } from './commands.tsx'
import { keyWords } from './press.ts'

const kept = 'frontdesk.keys'

export const isMac = /mac|iphone|ipad/i.test(navigator.platform)

/** A person's own keys, by the command's id. */
export const ownKeys = createStore<Readonly<Record<string, string>>>(readKept())

function readKept(): Record<string, string> {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(kept) ?? '{}')
    const entries = Object.entries((read ?? {}) as object).filter(([, keys]) => typeof keys === 'string')
    return Object.fromEntries(entries) as Record<string, string>
  } catch {
    // Something else wrote to the storage: uses the default keys.
    return {}
  }
}

/** Sets a command's keys. Empty keys remove them. */
export function setKeys(id: string, keys: string): void {
  ownKeys.set((all) => ({ ...all, [id]: keys }))
  localStorage.setItem(kept, JSON.stringify(ownKeys.get()))
}

export function resetKeys(): void {
  ownKeys.set({})
  localStorage.removeItem(kept)
}

/** The available commands with the keys in use. */
export function withOwnKeys(commands: readonly Command[], own: Readonly<Record<string, string>>): Command[] {
  return commands.map((command) => ({ ...command, keys: own[command.id] ?? command.keys }))
}

/** The keys of a command; empty if it is not available. */
export function useKeysOf(id: string): string {
  const own = useStore(ownKeys, (all) => all)
  const command = useCommands().find((one) => one.id === id)
  return command ? (own[id] ?? command.keys) : ''
}

/** A tooltip that names the keys: `Close (E)`. */
export function useTitle(words: string, id: string): string {
  const keys = useKeysOf(id)
  const { followedBy } = useWords().keys
  return keys ? `${words} (${keyWords(keys, isMac, followedBy)})` : words
}
