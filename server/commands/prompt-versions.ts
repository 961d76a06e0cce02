import type { Prompt } from '../../shared/prompt.ts'
import { promptOperations } from '../features/assistant/prompt/prompt-versions.ts'
import { type Command, onlyGiven, siteOption, textOf } from './command.ts'
import { callOperation } from './database.ts'
import { aligned } from './terminal.ts'

export const command: Command = {
  options: { site: siteOption },
  run: ({ runTask }, args) => runTask(onlyGiven({ site: textOf(args, 'site') })),
  task: {
    needs: 'schema',
    async run(services, input, out) {
      const { versions } = await callOperation<Prompt>(services, promptOperations.get, input)
      const rows = versions.map(({ version, createdAt, author, chars, restoredFrom, note }) => [
        String(version),
        new Date(createdAt).toISOString().slice(0, 16).replace('T', ' '),
        author,
        String(chars),
        note ?? (restoredFrom === null ? '' : `restored from ${restoredFrom}`),
      ])
      for (const line of aligned([['VERSION', 'AT (UTC)', 'BY', 'CHARACTERS', 'NOTE'], ...rows])) out.line(line)
    },
  },
}
