import type { operations } from '../../server/operations.ts'
import type { World } from './world.ts'

type Features = typeof operations

/** The name of an operation: `keys.create`. */
export type OperationName = { [F in keyof Features & string]: `${F}.${keyof Features[F] & string}` }[keyof Features &
  string]

/** Makes a record of one site each time, and answers what names it in a path. */
export type Records = {
  conversation(): Promise<string>
  /** A reply of the assistant, with its trace. */
  message(): Promise<string>
  entry(): Promise<string>
  key(): Promise<string>
  account(): Promise<string>
}

type Input = Record<string, unknown>

/** An input of each operation that it carries out, path, query and body in one: all that a new operation has to add. */
export const examples: Record<OperationName, (records: Records) => Input | Promise<Input>> = {
  'identity.me': () => ({}),
  'conversations.start': () => ({ message: 'Hello', contact: { email: 'ann@example.com' }, metadata: { ref: 'a1' } }),
  'conversations.send': async ({ conversation }) => ({ id: await conversation(), text: 'When do you open?' }),
  'conversations.end': async ({ conversation }) => ({ id: await conversation() }),
  'conversations.list': () => ({ q: 'hello', filter: 'all', limit: 10 }),
  'conversations.get': async ({ conversation }) => ({ id: await conversation() }),
  'messages.trace': async ({ message }) => ({ id: await message() }),
  'eventLog.list': () => ({ limit: 10 }),
  'knowledge.search': () => ({ query: 'When do you open?', k: 3 }),
  'manual.list': () => ({}),
  'manual.save': () => ({ title: `Hours ${++made}`, content: 'We open at nine.', category: 'About us' }),
  'manual.delete': async ({ entry }) => ({ id: await entry() }),
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
  'usage.get': () => ({}),
  'audit.list': () => ({ limit: 10 }),
  'version.get': () => ({}),
}

/** Inputs that name a record elsewhere than in the path. */
export const naming: Partial<Record<OperationName, (records: Records) => Promise<Input>>> = {
  'manual.save': async ({ entry }) => ({ id: await entry(), title: `Hours ${++made}`, content: 'We open at nine.' }),
}

let made = 0

/** Records of the site that this key works on, each with `mark` in what it says. */
export function createRecords(world: World, key: string, mark = ''): Records {
  const post = async (path: string, body: Input) => {
    const reply = await world.api('POST', path, { key, body })
    if (reply.status >= 300) throw new Error(`no record: ${JSON.stringify(reply.body)}`)
    return reply.body
  }
  const start = () => post('/conversations', { message: `Hello ${mark}`, contact: { name: `Ann ${mark}` } })
  return {
    conversation: async () => (await start()).id,
    message: async () => (await start()).messages[0].id,
    entry: async () => (await post('/knowledge/manual', { title: `Entry ${++made}`, content: `About ${mark}` })).id,
    key: async () => (await post('/keys', { name: `Key ${mark}`, preset: 'chat' })).id,
    account: async () => (await post('/admins', { email: `person${++made}@example.com` })).email,
  }
}
