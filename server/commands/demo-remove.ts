import type { DemoHistoryRemoved } from '../../shared/demo.ts'
import { demoOperations } from '../features/demo/operations.ts'
import type { Command } from './command.ts'
import { callOperation } from './database.ts'

export const command: Command = {
  description: [
    'For good: its conversations, contacts, labels, tags and canned replies, and their figures. What real visitors wrote',
    'stays, and so do the demo and what it learned. Start with DEMO_HISTORY=off to have none from the start.',
  ],
  run: ({ runTask }) => runTask({}),
  task: {
    needs: 'schema',
    async run(parts, _, out) {
      const { conversations, contacts } = parts.sites.ids().includes('demo')
        ? await callOperation<DemoHistoryRemoved>(parts, demoOperations.removeHistory, { site: 'demo' })
        : { conversations: 0, contacts: 0 }
      out.note(
        conversations === 0 && contacts === 0
          ? 'There is no demo history.'
          : `Deleted ${conversations} conversations and ${contacts} contacts.`,
      )
    },
  },
}
