/** What is being typed that something can be offered for, and from where to where in the text it stands. */
export type Trigger = { kind: 'canned' | 'person' | 'emoji'; typed: string; from: number; to: number }

const kinds = { '/': 'canned', '@': 'person', ':': 'emoji' } as const
const typing = /(?:^|[\s(])([/@:])([\p{L}\p{M}\p{N}_.+-]{0,40})$/u
const leastForEmoji = 2

/**
 * The `/`, `@` or `:` that stands just before the caret at the beginning of a word.
 * @param mode canned replies are for a reply, people for a note, emoji for both
 */
export function findTrigger(text: string, caret: number, mode: 'reply' | 'note'): Trigger | undefined {
  const found = typing.exec(text.slice(0, caret).slice(-80))
  if (!found) return undefined
  const kind = kinds[found[1] as keyof typeof kinds]
  const typed = found[2] ?? ''
  if (kind === 'person' && mode !== 'note') return undefined
  if (kind === 'canned' && mode !== 'reply') return undefined
  if (kind === 'emoji' && typed.length < leastForEmoji) return undefined
  return { kind, typed, from: caret - typed.length - 1, to: caret }
}

/** The text with something put in the trigger's place, and where the caret stands after it. */
export function putIn(text: string, { from, to }: Trigger, what: string): { text: string; caret: number } {
  return { text: text.slice(0, from) + what + text.slice(to), caret: from + what.length }
}
