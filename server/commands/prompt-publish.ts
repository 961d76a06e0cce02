import { readFile, stat } from 'node:fs/promises'
import { promptLimit } from '../../shared/prompt.ts'
import { type Command, CommandError, numberOf, type Option, textOf } from './command.ts'
import { siteOf, siteOption } from './prompt-show.ts'

const baseOption: Option = {
  type: 'string',
  value: '<version>',
  says: 'the version that you edited: refused where another was published since',
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
