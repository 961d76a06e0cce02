import type { Prompt, PromptVersion } from '../../shared/prompt.ts'
import { promptOperations } from '../features/assistant/prompt/prompt-versions.ts'
import { type Command, numberOf, onlyGiven, siteOption, textOf } from './command.ts'
import { callOperation } from './database.ts'
import { counted } from './terminal.ts'

export const command: Command = {
  description: ['Only the text is written to standard output: prompt show > prompt.md, then prompt publish prompt.md.'],
  options: {
    version: { type: 'string', value: '<number>', summary: 'an earlier version; default: the published one' },
    site: siteOption,
  },
  run: ({ runTask }, args) => runTask(onlyGiven({ site: textOf(args, 'site'), version: numberOf(args, 'version') })),
  task: {
    needs: 'schema',
    async run(services, input, out) {
      if (input.version !== undefined) {
        const { text } = await callOperation<PromptVersion>(services, promptOperations.version, input)
        out.line(text)
        return
      }
      const prompt = await callOperation<Prompt>(services, promptOperations.get, input)
      if (prompt.reason !== null) out.note(prompt.reason)
      if (prompt.version === 0)
        return out.note('Nothing was published yet: the assistant uses its built-in instructions.')
      out.line(prompt.text)
      out.note(`Version ${prompt.version}, by ${prompt.meta.by}. Limit: ${counted(prompt.limit, 'character')}.`)
      for (const line of prompt.overlaps) out.note(`A setting already says this: ${line}`)
    },
  },
}
