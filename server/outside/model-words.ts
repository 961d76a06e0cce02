import { parseJson } from '../core/json.ts'

const maxLength = 200
const telling = 16

/**
 * A model server's error message, prepared for health and logs: one short line after a colon. Empty if it would repeat
 * a secret or a part of the conversation.
 * @param said the texts that were sent to the server
 */
export function wordsOf(answer: string, secrets: readonly string[], said: readonly string[]): string {
  const words = messageIn(answer)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, maxLength)
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
    // Not JSON: plain text, or an HTML page of an intermediate server, which is useless.
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
