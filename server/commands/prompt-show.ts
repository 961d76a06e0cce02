import type { Prompt, PromptVersion } from '../../shared/prompt.ts'
import { promptOperations } from '../features/assistant/prompt-versions.ts'
import { type Command, numberOf, onlyGiven, siteOption, textOf } from './command.ts'
import { callOperation } from './database.ts'
import { counted } from './terminal.ts'

export const command: Command = {
  description: ['The text alone goes to standard output: prompt show > prompt.md, then prompt publish prompt.md.'],
  options: {
    version: { type: 'string', value: '<number>', summary: 'an old version; left out: the one that is published' },
    site: siteOption,
  },
  run: ({ runTask }, args) => runTask(onlyGiven({ site: textOf(args, 'site'), version: numberOf(args, 'version') })),
  task: {
    needs: 'schema',
    async run(parts, input, out) {
      if (input.version !== undefined) {
        const { text } = await callOperation<PromptVersion>(parts, promptOperations.version, input)
        out.line(text)
        return
      }
      const prompt = await callOperation<Prompt>(parts, promptOperations.get, input)
      if (prompt.reason !== null) out.note(prompt.reason)
      if (prompt.version === 0)
        return out.note('Nothing was published yet: the assistant follows its built-in instructions.')
      out.line(prompt.text)
      out.note(`Version ${prompt.version}, by ${prompt.meta.by}, of at most ${counted(prompt.limit, 'character')}.`)
      for (const line of prompt.overlaps) out.note(`A setting says this too: ${line}`)
    },
  },
}
