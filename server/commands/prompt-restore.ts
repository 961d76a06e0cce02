import type { PublishedPrompt } from '../../shared/prompt.ts'
import { promptOperations } from '../features/assistant/prompt/prompt-versions.ts'
import { type Command, CommandError, numberOf, onlyGiven, siteOption, textOf } from './command.ts'
import { callOperation } from './database.ts'
import { baseOf, baseOption } from './prompt-publish.ts'

export const command: Command = {
  positionals: ['version'],
  options: { base: baseOption, site: siteOption },
  async run({ runTask }, args) {
    const [version] = args.positionals as [string]
    if (!/^\d{1,7}$/.test(version)) throw new CommandError(`${version} is not a version number.`)
    const input = { site: textOf(args, 'site'), baseVersion: numberOf(args, 'base') }
    await runTask(onlyGiven({ ...input, version: Number(version) }))
  },
  task: {
    needs: 'schema',
    async run(services, input, out) {
      const restore = { ...input, baseVersion: await baseOf(services, input) }
      const { version } = await callOperation<PublishedPrompt>(services, promptOperations.restore, restore)
      out.note(`Version ${version} was published with the text of version ${input.version}.`)
    },
  },
}
