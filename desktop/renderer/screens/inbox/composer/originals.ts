import { createStore, useStore } from '../../../live/store.ts'

/** What a person wrote before it was translated for the visitor, by conversation, until it is sent. */
const originals = createStore<ReadonlyMap<string, string>>(new Map())

/** Keeps the text in the person's own language. A translation that is translated again keeps the first. */
export function keepOriginal(id: string, original: string, translated: string): void {
  if (original === translated) return
  originals.set((all) => new Map([...all, [id, all.get(id) ?? original]]))
}

export function dropOriginal(id: string): void {
  originals.set((all) => (all.has(id) ? new Map([...all].filter(([one]) => one !== id)) : all))
}

/** What the text was before it was translated; undefined if it was not, or that was undone. */
export function useOriginal(id: string, text: string): string | undefined {
  const original = useStore(originals, (all) => all.get(id))
  return original === text.trim() ? undefined : original
}
