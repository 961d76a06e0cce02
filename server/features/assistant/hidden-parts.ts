import { characterStage, type Stage } from './text-stage.ts'

const names = ['think', 'thinking', 'thought', 'reasoning', 'tool_call', 'tool_calls', 'tool_response']
const tags = names.flatMap((name) => [`<${name}>`, `</${name}>`])

/** The tag that ends what this one begins; nothing for an end without its beginning. */
const endOf = (tag: string): string | undefined => (tag.startsWith('</') ? undefined : `</${tag.slice(1)}`)

/** Cuts out what a model says to itself, or to a server that did not understand it: `<think>…</think>` and its like. */
export function withoutHiddenParts(): Stage {
  let awaited: string | undefined
  let held = ''
  const take = (character: string): string => {
    if (held === '' && character !== '<') return awaited ? '' : character
    held += character
    const wanted = awaited ? [awaited] : tags
    const tag = held.toLowerCase()
    if (wanted.includes(tag)) {
      awaited = awaited ? undefined : endOf(tag)
      held = ''
      return ''
    }
    if (wanted.some((one) => one.startsWith(tag))) return ''
    const passed = character === '<' ? held.slice(0, -1) : held
    held = character === '<' ? '<' : ''
    return awaited ? '' : passed
  }
  return characterStage(take, () => (awaited ? '' : held))
}
