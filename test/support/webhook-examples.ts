import type { Sql } from '../../server/database/database.ts'

type Input = Record<string, unknown>

/** Inputs of the operations on tools. */
export const toolExamples = {
  'tools.list': () => ({}),
  'tools.create': () => ({
    name: `order_${++made}`,
    description: 'Looks up an order.',
    url: 'https://api.example/{{args.id}}',
  }),
  'tools.update': async ({ tool }: WebhookRecords) => ({ id: await tool(), description: 'Looks up a parcel.' }),
  'tools.delete': async ({ tool }: WebhookRecords) => ({ id: await tool() }),
  'tools.test': () => ({ tool: { kind: 'extract', fields: [{ name: 'size' }] }, sample: { transcript: [] } }),
}

const email = { preset: 'resend', key: 're_test', from: 'desk@example.com', enabled: false }
/** Inputs of the operations on the email service. */
export const emailExamples = {
  'notifications.email': () => ({}),
  'notifications.saveEmail': () => email,
  'notifications.removeEmail': () => ({}),
  'notifications.testEmail': async ({ emailService }: WebhookRecords) => await emailService(),
  'conversations.emailTranscript': async ({ emailService, visit }: WebhookRecords & { visit(): Promise<string> }) => {
    await emailService(true)
    return { id: await visit(), to: 'ann@example.com' }
  },
  'notifications.emailAlerts': () => ({}),
  'notifications.saveEmailAlerts': () => ({ kinds: ['missed'], quiet: { from: '22:00', to: '07:00' } }),
}

/** Inputs of the operations on integrations. */
export const integrationExamples = {
  'integrations.list': () => ({}),
  'integrations.save': () => ({ kind: 'calendly', key: 'eyJ_a_token' }),
  'integrations.test': () => ({ kind: 'composio' }),
  'integrations.remove': async ({ composio }: WebhookRecords) => await composio(),
  'integrations.accounts': async ({ composio }: WebhookRecords) => ({ ...(await composio()), toolkit: 'google' }),
  'integrations.connect': async ({ composio }: WebhookRecords) => ({ ...(await composio()), toolkit: 'google' }),
  'integrations.calcomWebhook': () => ({}),
}

/** What tests before left does not change the names. */
let made = 0
export const countToolsAnew = (): void => {
  made = 0
}

export type WebhookRecords = {
  tool(): Promise<string>
  /** A mail server that may not be called. */
  emailService(enabled?: boolean): Promise<Input>
  /** A key of Composio. */
  composio(): Promise<Input>
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

/** Creates endpoints that want only an event that does not occur in these tests. A site may have few, so old ones are deleted. */
export function webhookRecords(
  sql: Sql,
  post: (path: string, body: Input) => Promise<{ id: string }>,
  put: (path: string, body: Input) => Promise<unknown>,
  mark: string,
): WebhookRecords {
  const webhook = async () => {
    const sent = { url: 'https://hooks.example/orders', events: ['budget.exhausted'], description: `CRM ${mark}` }
    await sql`delete from webhooks where (select count(*) from webhooks) > 5`
    const { id } = await post('/webhooks', sent)
    // Refused everywhere, without a look-up of its name.
    await sql`update webhooks set url = 'https://10.0.0.1/orders' where id = ${id}`
    return id
  }
  return {
    async emailService(enabled = false) {
      await sql`
        insert into email_services
        select site, null, 'POST', '', '[]', '', ${sql.json({ host: '10.0.0.1', port: 25, security: 'none', user: '', password: '', from: mark })},
          ${enabled}, '', null, null, null, null, null, ${mark}, 1
        from (select distinct site from webhooks where id = ${await webhook()}) s
        on conflict (site) do update set enabled = excluded.enabled`
      return {}
    },
    async tool() {
      const name = `parcel_${++made}`
      const sent = { name, description: `Looks up ${mark}`, url: 'https://api.example/', enabled: false }
      const { id } = await post('/tools', sent)
      await sql`
        delete from tools where id <> ${id} and site = (select site from tools one where one.id = ${id})
          and (select count(*) from tools) > 20`
      return id
    },
    async composio() {
      await put('/integrations/composio', { key: 'ak_0123456789' })
      return { kind: 'composio' }
    },
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
