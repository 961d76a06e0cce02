import type { DemoHistoryRemoved } from '../../shared/demo.ts'
import { demoOperations } from '../features/demo/operations.ts'
import type { Command } from './command.ts'
import { callOperation } from './database.ts'

export const command: Command = {
  description: [
    'Deletes its conversations, contacts, labels, tags and canned replies, and their counts, permanently. Real conversations, ',
    'the demo site and its knowledge stay. Start with DEMO_HISTORY=off to never create the history.',
  ],
  run: ({ runTask }) => runTask({}),
  task: {
    needs: 'schema',
    async run(services, _, out) {
      const { conversations, contacts } = services.sites.ids().includes('demo')
        ? await callOperation<DemoHistoryRemoved>(services, demoOperations.removeHistory, { site: 'demo' })
        : { conversations: 0, contacts: 0 }
      out.note(
        conversations === 0 && contacts === 0
          ? 'There is no demo history.'
          : `Deleted ${conversations} conversations and ${contacts} contacts.`,
      )
    },
  },
}
