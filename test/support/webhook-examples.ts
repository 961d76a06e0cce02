import type { Sql } from '../../server/database/database.ts'

type Input = Record<string, unknown>

export type WebhookRecords = {
  /** A webhook endpoint. */
  webhook(): Promise<string>
  /** An endpoint, and an attempt to deliver an event to it. */
  delivery(): Promise<{ id: string; deliveryId: string }>
}

/** Inputs of the operations on webhook endpoints. */
export const webhookExamples = {
  'webhooks.list': () => ({}),
  'webhooks.create': () => ({
    url: 'https://hooks.example/orders',
    events: ['budget.exhausted'],
    description: 'CRM',
  }),
  'webhooks.preview': () => ({ event: 'lead.captured', format: 'custom', url: 'https://hooks.example/{{event.id}}' }),
  'webhooks.update': async ({ webhook }: WebhookRecords) => ({ id: await webhook(), description: 'Orders' }),
  'webhooks.delete': async ({ webhook }: WebhookRecords) => ({ id: await webhook() }),
  'webhooks.test': async ({ webhook }: WebhookRecords) => ({ id: await webhook() }),
  'webhooks.deliveries': async ({ webhook }: WebhookRecords) => ({ id: await webhook(), status: 'all' }),
  'webhooks.redeliver': async ({ delivery }: WebhookRecords) => await delivery(),
  'webhooks.replay': async ({ webhook }: WebhookRecords) => ({ id: await webhook(), since: 0 }),
}

/** Creates endpoints that want only an event that does not occur in these tests. A site may have few. */
export function webhookRecords(
  sql: Sql,
  post: (path: string, body: Input) => Promise<{ id: string }>,
  mark: string,
): WebhookRecords {
  const webhook = async () => {
    const sent = { url: 'https://hooks.example/orders', events: ['budget.exhausted'], description: `CRM ${mark}` }
    const { id } = await post('/webhooks', sent)
    await sql`
      delete from webhooks where id <> ${id} and site = (select site from webhooks one where one.id = ${id})
        and (select count(*) from webhooks) > 8`
    return id
  }
  return {
    webhook,
    async delivery() {
      const id = await webhook()
      const [row] = await sql<[{ id: number }]>`
        insert into webhook_deliveries (webhook, seq, event, ok, attempts, duration_ms, at)
        select ${id}, max(seq), 'budget.exhausted', true, 1, 5, 1 from events
        where site = (select site from webhooks where id = ${id}) returning id`
      return { id, deliveryId: `whd_${row.id}` }
    },
  }
}
