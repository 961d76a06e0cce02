import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChatWorld, createChatWorld } from './support/chat.ts'

let world: ChatWorld

beforeAll(async () => {
  world = await createChatWorld({ file: { outbound: { allow: ['127.0.0.1:1'] } } })
})
afterAll(() => world.close())

const internal = [
  'https://2130706433/',
  'https://0x7f.1/',
  'https://0177.0.0.1/',
  'https://127.1/',
  'https://0/',
  'https://[::1]/',
  'https://[::ffff:7f00:1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[2002:7f00:1::]/',
  'https://localhost./',
  'https://10.0.0.1/',
  'https://192.168.1.1/',
  'https://172.16.0.1/',
  'https://100.64.0.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://[fd00:ec2::254]/',
  'https://[fe80::1]/',
  'https://127.0.0.1:2/',
  'https://user:pass@10.0.0.1/',
  'http://example.com/',
  'ftp://example.com/',
  'file:///etc/passwd',
  'javascript:alert(1)',
]

/** Everywhere that a person names an address that the server calls. */
const places: [name: string, save: (url: string) => Promise<{ status: number }>][] = [
  ['a tool', (url) => world.post('/tools', { name: 'orders', description: 'Orders', url })],
  ['a webhook endpoint', (url) => world.post('/webhooks', { url })],
  ['the email service', (url) => world.api('PUT', '/notifications/email?site=demo', { body: { url, body: '{}' } })],
  [
    'a mail server',
    (url) => {
      const host = /^https:\/\/(?:[^@]*@)?(\[[^\]]+\]|[^:/]+)/.exec(url)?.[1] ?? url
      const smtp = { host: host.replace(/[[\]]/g, ''), port: 25, security: 'none', from: 'desk@example.com' }
      return world.api('PUT', '/notifications/email?site=demo', { body: { smtp } })
    },
  ],
]

describe.each(places)('%s', (name, save) => {
  // A mail server has no scheme.
  const addresses = name === 'a mail server' ? internal.filter((url) => url.startsWith('https:')) : internal
  test.each(addresses)('at %s is refused when it is saved, and never called [threat 2] [U82]', async (url) => {
    const before = world.services.outside.dial.ledger().length
    expect((await save(url)).status).toBe(400)
    expect(world.services.outside.dial.ledger().length).toBe(before)
  })
})
