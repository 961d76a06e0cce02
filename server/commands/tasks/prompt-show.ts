import type { Prompt, PromptVersion } from '../../../shared/prompt.ts'
import { promptOperations } from '../../features/assistant/prompt/operations.ts'
import { callOperation } from '../cli-actor.ts'
import type { Task } from '../command.ts'
import { aligned, counted } from '../wording.ts'

export const promptShowTask: Task = async (parts, { version, ...input }, out) => {
  if (version !== undefined) {
    const one = await callOperation<PromptVersion>(parts, promptOperations.version, { ...input, version })
    out.line(one.text)
    return
  }
  const prompt = await callOperation<Prompt>(parts, promptOperations.get, input)
  if (prompt.reason !== null) out.note(prompt.reason)
  if (prompt.version === 0) return out.note('Nothing was published yet: the assistant goes by what is built in.')
  out.line(prompt.text)
  out.note(`Version ${prompt.version}, by ${prompt.meta.by}, of at most ${counted(prompt.limit, 'character')}.`)
  for (const line of prompt.overlaps) out.note(`A setting says this too: ${line}`)
}

export const promptVersionsTask: Task = async (parts, input, out) => {
  const { versions } = await callOperation<Prompt>(parts, promptOperations.get, input)
  const rows = versions.map(({ version, createdAt, author, chars, restoredFrom, note }) => [
    String(version),
    new Date(createdAt).toISOString().slice(0, 16).replace('T', ' '),
    author,
    String(chars),
    note ?? (restoredFrom === null ? '' : `restored from ${restoredFrom}`),
  ])
  for (const line of aligned([['VERSION', 'AT (UTC)', 'BY', 'CHARACTERS', 'NOTE'], ...rows])) out.line(line)
}
