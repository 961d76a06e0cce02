import type { PublishedPrompt } from '../../shared/prompt.ts'
import { promptOperations } from '../features/assistant/prompt-versions.ts'
import { type Command, CommandError, numberOf, onlyGiven, siteOption, textOf } from './command.ts'
import { callOperation } from './database.ts'
import { baseOf, baseOption } from './prompt-publish.ts'

export const command: Command = {
  positionals: ['version'],
  options: { base: baseOption, site: siteOption },
  async run({ runTask }, args) {
    const [version] = args.positionals as [string]
    if (!/^\d{1,7}$/.test(version)) throw new CommandError(`${version} is no number of a version.`)
    const input = { site: textOf(args, 'site'), baseVersion: numberOf(args, 'base') }
    await runTask(onlyGiven({ ...input, version: Number(version) }))
  },
  task: {
    needs: 'schema',
    async run(parts, input, out) {
      const restore = { ...input, baseVersion: await baseOf(parts, input) }
      const { version } = await callOperation<PublishedPrompt>(parts, promptOperations.restore, restore)
      out.note(`Version ${version} is published, with the text of version ${input.version}.`)
    },
  },
}
