import type { Tool } from '../../../../../shared/tool.ts'
import type { Faults } from '../../../form/faults.ts'
import type { ToolsWords } from '../../../words/en/tools.ts'
import { isUrlTemplate, unknownIn } from './placeholders.ts'
import type { ToolDraft } from './tool-draft.ts'

/** The first words of other placeholders, which no tool may have as its name. */
const reserved = ['data', 'prechat', 'lead', 'user', 'args', 'conversation']

/** What is wrong with what was typed so far. What is still empty is not: the server reports that when it is saved. */
export function faultsWhileTyping(
  draft: ToolDraft,
  others: readonly Pick<Tool, 'name'>[],
  words: ToolsWords['problems'],
): Faults {
  const { kind, name, url, body, method } = draft
  const unknown = (text: string) => {
    const path = unknownIn(text, draft)
    return path === undefined ? undefined : words.unknown(path)
  }
  const found: [path: string, message: string | undefined][] = [['name', nameFault(name, others, words)]]
  if (kind === 'http') {
    found.push(['url', url === '' || isUrlTemplate(url.trim()) ? unknown(url) : words.url])
    if (method !== 'GET') found.push(['body', unknown(body)])
  }
  return new Map(found.flatMap(([path, message]) => (message === undefined ? [] : [[path, { message }] as const])))
}

function nameFault(name: string, others: readonly Pick<Tool, 'name'>[], words: ToolsWords['problems']) {
  if (name === '' || /^[a-z]$/.test(name)) return undefined
  if (!/^[a-z][a-z0-9_]{1,39}$/.test(name)) return words.name
  if (reserved.includes(name)) return words.reserved
  return others.some((other) => other.name === name) ? words.taken : undefined
}
