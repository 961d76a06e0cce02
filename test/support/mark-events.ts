import { eventId } from '../../server/core/events.ts'
import { events } from '../../shared/event.ts'
import { covers, type Scope } from '../../shared/scope.ts'
import type { ChatWorld } from './chat.ts'

/** Emits an event for each list of scopes, in order, that one of them may read. Returns the ids. */
export async function markFor(world: ChatWorld, each: Scope[][]): Promise<string[]> {
  const types = [
    ...(['conversation.ended', 'callback.requested', 'budget.warning', 'knowledge.crawl.finished'] as const),
    ...(['attribute-definition.changed', 'prompt.changed', 'key.changed', 'account.changed', 'lead.captured'] as const),
    'webhook.changed' as const,
    'job.changed' as const,
  ]
  const budget = { day: '2030-01-07', neuronsUsed: 1, dailyBudget: 1, resetsAt: new Date(0).toISOString() }
  const wish = { callbackId: 'cb_mark', requestedAt: new Date(0).toISOString() }
  const run = {
    runId: 'run_mark',
    status: 'done',
    trigger: 'api',
    pages: { learned: 1, failed: 0 },
    passages: 1,
  } as const
  const data = { conversationId: 'conv_mark', ...budget, ...wish, ...run, version: 1, id: 'mark', email: 'mark' }
  await (await world.context()).tx(async (tx) => {
    for (const held of each)
      tx.emit(types.find((one) => covers(held, events[one].scope)) as (typeof types)[number], { ...lead, ...data })
  })
  const rows = await world.services.database.sql<{ seq: number }[]>`
    select seq from events where site = 'demo' order by seq desc limit ${each.length}`
  return rows.map(({ seq }) => eventId(seq)).reverse()
}

const nobody = { name: null, phone: null, fields: {}, message: null, verified: true }
const lead = { leadId: 'lead_mark', source: 'api' as const, ...nobody }
