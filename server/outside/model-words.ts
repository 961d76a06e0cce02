import { parseJson } from '../core/json.ts'

const longest = 200
const telling = 16

/**
 * What a model server said about a failure, fit for health and log: one short line after a colon, or nothing where it
 * would repeat a secret or a piece of the conversation.
 * @param said the texts that were sent to it
 */
export function wordsOf(answer: string, secrets: readonly string[], said: readonly string[]): string {
  const words = messageIn(answer)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, longest)
  if (words === '' || secrets.some((secret) => words.includes(secret)) || repeats(words, said)) return '.'
  return `: ${words}`
}

function messageIn(answer: string): string {
  try {
    const { error, message, detail } = parseJson(answer) as Record<string, unknown>
    const inner = (error as { message?: unknown } | null | undefined)?.message
    const found = inner ?? error ?? message ?? detail
    return typeof found === 'string' ? found : ''
  } catch {
    // Not JSON: a plain sentence, or a page of some server in between, whose markup says nothing.
    return answer.trimStart().startsWith('<') ? '' : answer
  }
}

function repeats(words: string, said: readonly string[]): boolean {
  for (let at = 0; at + telling <= words.length; at++) {
    const run = words.slice(at, at + telling)
    if (said.some((text) => text.includes(run))) return true
  }
  return said.some((text) => text.length >= 4 && text.length < telling && words.includes(text))
}
