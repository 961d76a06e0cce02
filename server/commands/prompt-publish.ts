import { readFile, stat } from 'node:fs/promises'
import { type Prompt, type PublishedPrompt, promptLimit } from '../../shared/prompt.ts'
import type { Services } from '../core/context.ts'
import { promptOperations } from '../features/assistant/prompt/prompt-versions.ts'
import {
  type Command,
  CommandError,
  type Input,
  numberOf,
  type Option,
  onlyGiven,
  siteOption,
  textOf,
} from './command.ts'
import { callOperation } from './database.ts'

export const baseOption: Option = {
  type: 'string',
  value: '<version>',
  summary: 'the version that you edited; fails if another one was published since',
}

export const command: Command = {
  description: ['Without --base it replaces the published version.'],
  positionals: ['file'],
  options: {
    base: baseOption,
    note: { type: 'string', value: '<text>', summary: 'a description of the change, shown in the list of versions' },
    site: siteOption,
  },
  async run({ runTask }, args) {
    const input = { site: textOf(args, 'site'), note: textOf(args, 'note'), baseVersion: numberOf(args, 'base') }
    const text = await readPrompt(args.positionals[0] as string)
    await runTask(onlyGiven({ ...input, text }))
  },
  task: {
    needs: 'schema',
    async run(services, input, out) {
      const baseVersion = await baseOf(services, input)
      const publish = { ...input, baseVersion }
      const { version } = await callOperation<PublishedPrompt>(services, promptOperations.publish, publish)
      out.note(`Version ${version} is published${version === 1 ? '' : `, after version ${baseVersion}`}.`)
    },
  },
}

const maxBytes = promptLimit * 4

/** Rejects invalid prompts before anything is sent. */
async function readPrompt(file: string): Promise<string> {
  try {
    const { size } = await stat(file)
    if (size > maxBytes) throw new Error(`it has more than ${promptLimit} characters`)
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file))
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${(error as Error).message}`)
  }
}

/** The version that was edited; without --base, the published one. */
export async function baseOf(services: Services, { site, baseVersion }: Input): Promise<number> {
  if (typeof baseVersion === 'number') return baseVersion
  return (await callOperation<Prompt>(services, promptOperations.get, onlyGiven({ site }))).version
}
