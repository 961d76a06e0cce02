import type { Prompt, PromptVersion } from '../../shared/prompt.ts'
import { promptOperations } from '../features/prompt/operations.ts'
import { callOperation } from './cli-actor.ts'
import { type Command, numberOf, type Option, type Task, textOf } from './command.ts'
import { aligned, counted } from './wording.ts'

export const siteOption: Option = {
  type: 'string',
  value: '<id>',
  says: 'the site; needed where there are several',
}

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

export const promptShow: Command = {
  name: 'prompt show',
  usage: '[--version <number>] [--site <id>]',
  says: 'Print what the business tells its assistant',
  more: ['The text alone goes to standard output: prompt show > prompt.md, then prompt publish prompt.md.'],
  positionals: [],
  options: {
    version: { type: 'string', value: '<number>', says: 'an old version; left out: the one that is published' },
    site: siteOption,
  },
  run: ({ perform }, given) => perform('prompt show', { ...siteOf(given), version: numberOf(given, 'version') }),
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

export const promptVersions: Command = {
  name: 'prompt versions',
  usage: '[--site <id>]',
  says: 'List what was published, the newest first',
  positionals: [],
  options: { site: siteOption },
  run: ({ perform }, given) => perform('prompt versions', siteOf(given)),
}

/** The site as a task takes it: nothing where it was not given. */
export function siteOf(given: Parameters<typeof textOf>[0]): { site?: string } {
  const site = textOf(given, 'site')
  return site === undefined ? {} : { site }
}
