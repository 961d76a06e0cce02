import type { operations } from '../../server/operations.ts'
import { type BookingRecords, bookingExamples, bookingRecords, countBookingsAnew } from './booking-examples.ts'
import { addBulkChange } from './bulk-change.ts'
import { copilotExamples } from './copilot-examples.ts'
import { botToken } from './fake-telegram.ts'
import { sendFile } from './files.ts'
import { inboxExamples } from './inbox-examples.ts'
import { type JobRecords, jobExamples, jobRecords } from './job-examples.ts'
import { createWebRecords } from './web-records.ts'
import {
  countToolsAnew,
  emailExamples,
  integrationExamples,
  toolExamples,
  type WebhookRecords,
  webhookExamples,
  webhookRecords,
} from './webhook-examples.ts'
import type { Reply, World } from './world.ts'

type Features = typeof operations

/** The name of an operation: `keys.create`. */
export type OperationName = { [F in keyof Features & string]: `${F}.${keyof Features[F] & string}` }[keyof Features &
  string]

/** Creates a new record of one site with each call, and returns its id in a path. */
export type Records = WebhookRecords &
  JobRecords &
  BookingRecords & {
    conversation(): Promise<string>
    closed(): Promise<string>
    /** A reply of the assistant with its trace. */
    message(): Promise<string>
    /** A reply of a person. */
    personal(): Promise<string>
    entry(): Promise<string>
    gap(): Promise<string>
    file(): Promise<string>
    /** A page of the website, and the URL of one that could not be read. */
    page(): Promise<string>
    failedPage(): Promise<string>
    /** A crawl that ended immediately. */
    run(): Promise<string>
    /** A downloaded model. */
    pull(): Promise<string>
    key(): Promise<string>
    account(): Promise<string>
    note(): Promise<string>
    label(): Promise<string>
    cannedReply(): Promise<string>
    /** A shared view. */
    view(): Promise<string>
    callback(): Promise<string>
    lead(): Promise<string>
    /** A contact without a conversation. */
    contact(): Promise<string>
    tag(): Promise<string>
    /** A bulk change that has ended. */
    bulkChange(): Promise<string>
    /** A defined attribute. */
    attribute(): Promise<string>
    /** A conversation on a page, whose visitor's address is known. */
    visit(): Promise<string>
    /** A conversation whose visitor typed the email of a contact. */
    claim(): Promise<string>
    /** A conversation with a message. */
    spoken(): Promise<{ id: string; messageId: string }>
    /** A newly published version of the prompt. No other site has a version with its number. */
    prompt(): Promise<number>
  }

type Input = Record<string, unknown>

/** A valid input of each operation, with path, query and body in one. A new operation only needs an entry here. */
export const examples: Record<OperationName, (records: Records) => Input | Promise<Input>> = {
  'identity.me': () => ({}),
  'identity.rename': () => ({ name: 'Ann Other' }),
  'conversations.start': () => ({ message: 'Hello', contact: { email: 'ann@example.com' }, metadata: { ref: 'a1' } }),
  'conversations.send': async ({ conversation }) => ({ id: await conversation(), text: 'When do you open?' }),
  'conversations.end': async ({ conversation }) => ({ id: await conversation() }),
  'conversations.list': () => ({ q: 'hello', filter: 'all', limit: 10 }),
  'conversations.get': async ({ conversation }) => ({ id: await conversation() }),
  'conversations.reply': async ({ conversation }) => ({ id: await conversation(), text: 'Anna here.', force: true }),
  'conversations.takeover': async ({ conversation }) => ({ id: await conversation(), assignedTo: null }),
  'conversations.assign': async ({ conversation }) => ({ id: await conversation(), to: null }),
  'conversations.close': async ({ conversation }) => ({ id: await conversation() }),
  'conversations.handback': async ({ closed }) => ({ id: await closed() }),
  ...copilotExamples,
  ...inboxExamples,
  'conversations.summarize': async ({ conversation }) => ({ id: await conversation() }),
  'live.status': () => ({}),
  'conversations.counts': () => ({}),
  'conversations.update': async ({ conversation, label }) => ({
    id: await conversation(),
    attributes: { plan: 'basic' },
    addLabels: [await label()],
  }),
  'conversations.draft': async ({ conversation }) => ({ id: await conversation() }),
  'conversations.saveDraft': async ({ conversation }) => ({ id: await conversation(), text: 'Dear …', mode: 'note' }),
  'conversations.read': async ({ spoken }) => await spoken(),
  'live.away': () => ({ since: 0 }),
  'notes.create': async ({ conversation }) => ({ id: await conversation(), text: 'Call back on Monday.' }),
  'notes.update': async ({ note }) => ({ id: await note(), text: 'Call back on Tuesday.' }),
  'notes.delete': async ({ note }) => ({ id: await note() }),
  'labels.list': () => ({}),
  'labels.create': () => ({ name: `Urgent ${++made}`, color: '#336699', description: 'Has to be done today.' }),
  'labels.update': async ({ label }) => ({ id: await label(), name: `Later ${++made}` }),
  'labels.delete': async ({ label }) => ({ id: await label() }),
  'cannedReplies.list': () => ({}),
  'cannedReplies.create': () => ({ shortcut: `hours${++made}`, title: 'Hours', text: 'We open at nine.' }),
  'cannedReplies.update': async ({ cannedReply }) => ({ id: await cannedReply(), text: 'We open at ten.' }),
  'cannedReplies.delete': async ({ cannedReply }) => ({ id: await cannedReply() }),
  ...webhookExamples,
  ...toolExamples,
  ...emailExamples,
  ...integrationExamples,
  ...jobExamples,
  ...bookingExamples,
  'callbacks.list': () => ({ status: 'all', limit: 10 }),
  'callbacks.update': async ({ callback }) => ({ id: await callback(), status: 'done', note: 'Called.' }),
  'bulkChanges.start': async ({ contact }) => ({ ids: [await contact()], status: 'won' }),
  'bulkChanges.list': () => ({ limit: 10 }),
  'bulkChanges.get': async ({ bulkChange }) => ({ id: await bulkChange() }),
  'bulkChanges.cancel': async ({ bulkChange }) => ({ id: await bulkChange() }),
  'bulkChanges.resume': async ({ bulkChange }) => ({ id: await bulkChange() }),
  'bulkChanges.undo': async ({ bulkChange }) => ({ id: await bulkChange() }),
  'leads.list': () => ({ q: 'ann', status: 'new', limit: 10 }),
  'leads.create': () => ({ name: 'Ann Other', email: `ann${++made}@example.com`, attributes: { plan: 'basic' } }),
  'leads.update': async ({ contact }) => ({ id: await contact(), status: 'contacted', attributes: { plan: 'basic' } }),
  'leads.change': async ({ contact, tag }) => ({ ids: [await contact()], status: 'won', addTags: [await tag()] }),
  'leads.delete': async ({ lead }) => ({ id: await lead() }),
  'leads.get': async ({ lead }) => ({ id: await lead() }),
  'leads.note': async ({ lead }) => ({ id: await lead(), text: 'Prefers the telephone.' }),
  'leads.erase': async ({ contact }) => ({ id: await contact() }),
  'contactTags.list': () => ({}),
  'contactTags.create': () => ({ name: `Regular ${++made}`, color: '#22c55e' }),
  'contactTags.update': async ({ tag }) => ({ id: await tag(), name: `Former ${++made}` }),
  'contactTags.delete': async ({ tag }) => ({ id: await tag() }),
  'attributes.list': () => ({ entity: 'contact' }),
  'attributes.create': () => ({
    entity: 'contact',
    key: `plan${++made}`,
    label: 'Plan',
    type: 'choice',
    options: ['basic', 'full'],
  }),
  'attributes.change': async ({ attribute }) => ({ id: await attribute(), label: 'Which plan' }),
  'attributes.update': async ({ attribute }) => ({ id: await attribute(), label: 'Which plan' }),
  'attributes.remove': async ({ attribute }) => ({ id: await attribute() }),
  'attributes.delete': async ({ attribute }) => ({ id: await attribute() }),
  'messages.trace': async ({ message }) => ({ id: await message() }),
  'eventLog.list': () => ({ limit: 10 }),
  'knowledge.search': () => ({ query: 'When do you open?', k: 3 }),
  'knowledge.status': () => ({}),
  'knowledge.discover': () => ({}),
  'knowledge.start': async ({ run }) => {
    await run()
    return { include: ['/help/**'] }
  },
  'knowledge.retry': async ({ failedPage }) => ({ urls: [await failedPage()] }),
  'knowledge.cancel': async ({ run }) => ({ id: await run() }),
  'knowledge.pages': () => ({ status: 'indexed' }),
  'knowledge.runs': async ({ run }) => {
    await run()
    return { limit: 5 }
  },
  'knowledge.select': async ({ failedPage }) => ({ urls: [await failedPage()], selected: false }),
  'knowledge.chunks': async ({ page }) => ({ id: await page() }),
  'facts.get': () => ({}),
  'facts.put': () => ({ facts: { phones: ['+44 1632 960417'], address: '14 Ropewalk', prices: null } }),
  'facts.detect': () => ({}),
  'manual.list': () => ({}),
  'manual.save': () => ({ title: `Hours ${++made}`, content: 'We open at nine.', category: 'About us' }),
  'manual.delete': async ({ entry }) => ({ id: await entry() }),
  'gaps.list': () => ({ status: 'all' }),
  'gaps.answer': async ({ gap }) => ({ id: await gap(), answer: 'No, but we rent out cargo bikes.' }),
  'gaps.change': async ({ gap }) => ({ id: await gap(), status: 'dismissed' }),
  'files.list': () => ({}),
  'files.delete': async ({ file }) => ({ id: await file() }),
  'suggestions.questions': () => ({}),
  'suggestions.home': () => ({}),
  'assistant.tryChat': () => ({ messages: [{ role: 'user', text: 'When do you open?' }] }),
  'models.list': () => ({}),
  'models.pull': () => ({ model: 'qwen3:4b' }),
  'models.cancel': async ({ pull }) => ({ id: await pull() }),
  'models.load': () => ({}),
  'models.check': () => ({}),
  'assistant.test': () => ({ part: 'knowledge', question: 'When do you open?' }),
  'keys.list': () => ({}),
  'keys.create': () => ({ name: 'shop', scopes: ['chat'], allowIps: ['203.0.113.0/24'], ratePerMinute: 10 }),
  'keys.revoke': async ({ key }) => ({ id: await key() }),
  'accounts.list': () => ({}),
  'accounts.create': () => ({ email: `new${++made}@example.com`, name: 'Ann Other', role: 'member' }),
  'accounts.patch': async ({ account }) => ({ email: await account(), name: 'Ann' }),
  'accounts.delete': async ({ account }) => ({ email: await account() }),
  'accounts.createLink': async ({ account }) => ({ email: await account() }),
  'settings.get': () => ({}),
  'settings.put': () => ({ settings: { botName: 'Robin', security: { limits: { maxMessageLength: 900 } } } }),
  'retention.preview': () => ({ conversations: 30, audit: 30 }),
  'prompt.get': () => ({}),
  'prompt.version': async ({ prompt }) => ({ version: await prompt() }),
  'prompt.publish': async ({ prompt }) => ({ text: 'Be kind.', baseVersion: await prompt(), note: 'Kinder' }),
  'prompt.restore': async ({ prompt }) => {
    const version = await prompt()
    return { version, baseVersion: version }
  },
  'identitySecret.get': () => ({}),
  'identitySecret.rotate': () => ({}),
  'agent.export': () => ({}),
  'agent.import': () => ({ agent: { svc: 'agent', version: 1, name: 'Ann', prompt: `Be kind ${++made} times.` } }),
  'install.check': () => ({ url: 'https://127.0.0.1/' }),
  'presence.set': () => ({ window: 'window-1', available: true }),
  'presence.view': async ({ conversation }) => ({ id: await conversation(), window: 'window-1', viewing: true }),
  'presence.type': async ({ conversation }) => ({ id: await conversation(), typing: false }),
  'push.key': () => ({}),
  'push.subscribe': () => ({ endpoint: browserEndpoint, keys: browserKeys, classes: ['waiting'] }),
  'push.unsubscribe': () => ({ endpoint: browserEndpoint }),
  'telegram.get': () => ({}),
  'telegram.connect': () => ({ token: botToken }),
  'telegram.update': () => ({ shareContact: true }),
  'telegram.test': () => ({}),
  'telegram.disconnect': () => ({}),
  'demo.history': () => ({}),
  'demo.removeHistory': () => ({}),
  'overview.get': () => ({ days: 7, tz: 'Europe/Berlin' }),
  'overview.day': () => ({ day: 'yesterday' }),
  'usage.get': () => ({}),
  'audit.list': () => ({ limit: 10 }),
  'version.get': () => ({}),
}

/** Operations on all sites: a key of one site gets 403 if there are several. */
export const ofEverySite: readonly OperationName[] = [
  'accounts.create',
  'accounts.patch',
  'accounts.delete',
  'accounts.createLink',
]

/** Operations on a signed-in person's own data: a key gets 400. */
export const personal: readonly OperationName[] = [
  'identity.rename',
  'conversations.takeover',
  'conversations.draft',
  'conversations.saveDraft',
  'conversations.read',
  ...(['models.pull', 'models.cancel', 'models.check'] as const),
  'presence.set',
  'presence.view',
  'presence.type',
  'push.subscribe',
  'push.unsubscribe',
  'notifications.emailAlerts',
  'notifications.saveEmailAlerts',
]

/** Inputs that name a record outside of the path. */
export const naming: Partial<Record<OperationName, (records: Records) => Promise<Input>>> = {
  'attributes.change': async ({ attribute }) => ({ id: await attribute(), label: 'Which plan' }),
  'attributes.remove': async ({ attribute }) => ({ id: await attribute() }),
  'manual.save': async ({ entry }) => ({ id: await entry(), title: `Hours ${++made}`, content: 'We open at nine.' }),
}

let made = 0
/** Restarts the counters of created records, so that names do not depend on other tests of the process. */
export function countAnew(): void {
  made = 0
  countToolsAnew()
  countBookingsAnew()
}

/** The next number, padded so that none is a prefix of another. */
const numbered = () => String(++made).padStart(6, '0')

const browserEndpoint = 'https://push.example.com/send/0123456789'
/** From the example in RFC 8291. */
const browserKeys = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}

/** The team's records. Old ones are deleted where a site's number is limited. */
function createDeskRecords(world: World, post: Post, mark: string) {
  const { sql } = world.services.database
  const start = () => post('/conversations', { contact: { name: `Ann ${mark}` } })
  const withRoom = async (table: string, path: string, body: Input): Promise<string> => {
    const { id } = await post(path, body)
    await sql`
      delete from ${sql(table)} others using ${sql(table)} one
      where one.id = ${id} and others.site = one.site and others.id <> one.id
        and (select count(*) from ${sql(table)} counted where counted.site = one.site) > 40`
    return id
  }
  return {
    note: async () => (await post(`/conversations/${(await start()).id}/notes`, { text: `Careful ${mark}` })).id,
    label: async () => (await post('/labels', { name: `Label ${++made} ${mark}`, color: '#336699' })).id,
    contact: async () => (await post('/leads', { name: `Ann ${mark}` })).id,
    tag: () => withRoom('contact_tags', '/contact-tags', { name: `Tag ${numbered()} ${mark}`, color: '#3b82f6' }),
    bulkChange: async () => await addBulkChange(sql, (await post('/leads', { name: `Ann ${mark}` })).id, mark),
    attribute: () =>
      withRoom('attribute_definitions', '/attribute-definitions', {
        entity: 'conversation',
        key: `key${numbered()}`,
        label: `Size ${mark}`,
      }),
    view: async () => (await post('/views', { name: `Bikes ${mark}`, query: 'q=bike', shared: true })).id,
    cannedReply: async () => (await post('/canned-replies', { shortcut: `s${++made}`, text: `Yours ${mark}` })).id,
    async callback() {
      const { id } = await start()
      await sql`
        insert into callbacks (id, site, conversation_id, reason, requested_at)
        select ${`cb_${id}`}, site, id, ${`Call ${mark}`}, started_at from conversations where id = ${id}`
      return `cb_${id}`
    },
    async gap() {
      const [{ id }, gap] = [await start(), `gap_${++made}${mark || 'x'}`]
      const question = `Do you rent out tandems ${made} ${mark}?`
      await sql`
        insert into gaps (id, site, question, terms, lexemes, count, first_asked_at, last_asked_at)
        select ${gap}, site, ${question}, '[]', '{}', 1, started_at, started_at from conversations where id = ${id}`
      await sql`
        insert into gap_askings (id, gap, conversation_id, question, terms, at)
        values (${gap}, ${gap}, ${id}, ${question}, '[]', 1)`
      return gap
    },
    async lead() {
      const [row] = await sql<[{ lead_id: string }]>`select lead_id from conversations where id = ${(await start()).id}`
      return row.lead_id
    },
    async visit() {
      const { id } = await start()
      await sql`update conversations set channel = 'widget', address = '203.0.113.9' where id = ${id}`
      return id as string
    },
    async spoken() {
      const { id, messages } = await start()
      return { id: id as string, messageId: messages[0].id as string }
    },
  }
}

type Post = (path: string, body: Input) => Promise<Reply['body']>

/**
 * Versions count from 1 on each site. Here every number is higher than all others, so that none exists on two sites.
 */
async function publishPrompt({ services, api }: World, key: string, mark: string): Promise<number> {
  const { site } = (await api('GET', '/me', { key })).body.key
  const [row] = await services.database.sql<[{ version: number }]>`
    insert into prompt_versions (site, version, text, hash, chars, source, author, created_at)
    select ${site}, coalesce(max(version), 0) + 1, ${`Be kind ${mark}`}, 'x', 7, 'api', ${`key:${mark}`}, 0 from prompt_versions
    returning version`
  return row.version
}

/** Records of the site of this key, with `mark` in their texts. */
export function createRecords(world: World, key: string, mark = ''): Records {
  const post = async (path: string, body: Input) => {
    const reply = await world.api('POST', path, { key, body })
    if (reply.status >= 300) throw new Error(`no record: ${JSON.stringify(reply.body)}`)
    return reply.body
  }
  const put = async (path: string, body: Input) => (await world.api('PUT', path, { key, body })).body
  // A visitor's message is searched and answered, which takes three times as long as everything else.
  const start = (more: Input = {}) => post('/conversations', { contact: { name: `Ann ${mark}` }, ...more })
  return {
    conversation: async () => (await start()).id,
    closed: async () => (await post(`/conversations/${(await start()).id}/close`, {})).conversationId,
    personal: async () => (await post(`/conversations/${(await start()).id}/reply`, { text: `Yours ${mark}` })).id,
    message: async () => (await start({ message: `Hello ${mark}` })).messages[0].id,
    file: async () => (await sendFile(world, { name: `File ${++made}.txt`, bytes: `About ${mark}`, key })).body.id,
    entry: async () => (await post('/knowledge/manual', { title: `Entry ${++made}`, content: `About ${mark}` })).id,
    key: async () => (await post('/keys', { name: `Key ${mark}`, preset: 'chat' })).id,
    account: async () =>
      (await world.api('POST', '/admins', { body: { email: `person${++made}@example.com` } })).body.email,
    prompt: () => publishPrompt(world, key, mark),
    ...createDeskRecords(world, post, mark),
    ...webhookRecords(world.services.database.sql, post, put, mark),
    ...jobRecords(world.services.database.sql, post, mark),
    ...bookingRecords(post, mark),
    async claim() {
      const email = `claimed${++made}@example.com`
      await post('/leads', { name: `Ann ${mark}`, email })
      return (await post('/conversations', { contact: { email } })).id
    },
    ...createWebRecords(world, key, mark, () => ++made),
  }
}
