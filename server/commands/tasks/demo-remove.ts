import type { DemoHistoryRemoved } from '../../../shared/demo.ts'
import { demoOperations } from '../../features/demo/operations.ts'
import { callOperation } from '../cli-actor.ts'
import type { Task } from '../command.ts'

export const demoRemoveTask: Task = async (parts, _, out) => {
  const removed = parts.sites.ids().includes('demo')
    ? await callOperation<DemoHistoryRemoved>(parts, demoOperations.removeHistory, { site: 'demo' })
    : { conversations: 0, contacts: 0 }
  const { conversations, contacts } = removed
  out.note(
    conversations === 0 && contacts === 0
      ? 'There is nothing left of it.'
      : `Removed ${conversations} conversations and ${contacts} contacts.`,
  )
}
