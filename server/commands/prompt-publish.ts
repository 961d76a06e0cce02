import { readFile, stat } from 'node:fs/promises'
import { type Prompt, type PublishedPrompt, promptLimit } from '../../shared/prompt.ts'
import type { Parts } from '../core/context.ts'
import { promptOperations } from '../features/prompt/operations.ts'
import { callOperation } from './cli-actor.ts'
import { type Command, CommandError, type Input, numberOf, type Option, type Task, textOf } from './command.ts'
import { siteOf, siteOption } from './prompt-show.ts'

const baseOption: Option = {
  type: 'string',
  value: '<version>',
  says: 'the version that you edited: refused where another was published since',
}

/** The version that is published now, for whoever does not say which one was edited. */
async function baseOf(parts: Parts, { site, baseVersion }: Input): Promise<number> {
  if (typeof baseVersion === 'number') return baseVersion
  return (await callOperation<Prompt>(parts, promptOperations.get, site === undefined ? {} : { site })).version
}

export const promptPublishTask: Task = async (parts, input, out) => {
  const baseVersion = await baseOf(parts, input)
  const { version } = await callOperation<PublishedPrompt>(parts, promptOperations.publish, { ...input, baseVersion })
  out.note(`Version ${version} is published${version === 1 ? '' : `, after version ${baseVersion}`}.`)
}

export const promptPublish: Command = {
  name: 'prompt publish',
  usage: '<file> [--base <version>] [--note <text>] [--site <id>]',
  says: 'Publish what the business tells its assistant',
  more: ['Without --base it replaces whatever is published.'],
  positionals: ['file'],
  options: {
    base: baseOption,
    note: { type: 'string', value: '<text>', says: 'what changed, for whoever looks through the versions' },
    site: siteOption,
  },
  async run({ perform }, given) {
    const note = textOf(given, 'note')
    const baseVersion = numberOf(given, 'base')
    const text = await readPrompt(given.positionals[0] as string)
    const more = { ...(note === undefined ? {} : { note }), ...(baseVersion === undefined ? {} : { baseVersion }) }
    await perform('prompt publish', { ...siteOf(given), text, ...more })
  },
}

/** What no prompt can be is refused here, before it is sent anywhere. */
async function readPrompt(file: string): Promise<string> {
  try {
    const { size } = await stat(file)
    if (size > promptLimit * bytesOfCharacter) throw new Error(`it has more than ${promptLimit} characters`)
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file))
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${(error as Error).message}`)
  }
}

const bytesOfCharacter = 4

export const promptRestoreTask: Task = async (parts, input, out) => {
  const baseVersion = await baseOf(parts, input)
  const { version } = await callOperation<PublishedPrompt>(parts, promptOperations.restore, { ...input, baseVersion })
  out.note(`Version ${version} is published, with the text of version ${input.version}.`)
}

export const promptRestore: Command = {
  name: 'prompt restore',
  usage: '<version> [--base <version>] [--site <id>]',
  says: 'Publish an old version again',
  positionals: ['version'],
  options: { base: baseOption, site: siteOption },
  async run({ perform }, given) {
    const [version] = given.positionals
    if (!/^\d{1,7}$/.test(version as string)) throw new CommandError(`${version} is no number of a version.`)
    const baseVersion = numberOf(given, 'base')
    const base = baseVersion === undefined ? {} : { baseVersion }
    await perform('prompt restore', { ...siteOf(given), version: Number(version), ...base })
  },
}
