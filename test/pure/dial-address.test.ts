import { expect, test, vi } from 'vitest'
import type { Services } from '../../server/core/context.ts'
import { isLocal } from '../../server/http/operator.ts'
import { checkTarget, type Purpose } from '../../server/outside/dial-target.ts'
import { readAllowed } from '../../server/outside/reach.ts'
import { dialWith, failing, init, leadingTo, setUpDial, there } from '../support/dial-client.ts'
import type { Seen } from '../support/fake-server.ts'

setUpDial()

const purposes: Purpose[] = [
  'tool',
  'webhook',
  'connector',
  'email',
  'integration',
  'crawl',
  'discover',
  'install-check',
]

const special = [
  '127.0.0.1',
  '127.255.255.254',
  '2130706433',
  '0x7f000001',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '017700000001',
  '127.1',
  '127.0.0.1.',
  '①②⑦.0.0.1',
  '%31%32%37.0.0.1',
  '0.0.0.0',
  '0',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.0.1',
  '100.64.0.1',
  '169.254.169.254',
  '0xa9fea9fe',
  '192.0.0.192',
  '192.0.2.1',
  '198.18.0.1',
  '203.0.113.1',
  '224.0.0.1',
  '255.255.255.255',
  '[::]',
  '[::1]',
  '[::7f00:1]',
  '[::ffff:7f00:1]',
  '[::ffff:0:7f00:1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::80ff:fffe]',
  '[2001:db8::1]',
  '[2606:4700::5efe:7f00:1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '[fec0::1]',
  '[4000::1]',
  '[ff02::1]',
]

test.each(special)('refuses a special address before any connection, in every spelling: %s', async (host) => {
  for (const purpose of purposes) {
    const dialled = dialWith().fetch(`https://${host}:${there.fake.port}/`, init({ purpose }))
    await expect(dialled, purpose).rejects.toMatchObject(failing('refused'))
  }
  expect(there.fake.seen).toEqual([])
})

test.each(['127.0.0.1', '10.1.2.3', '169.254.169.254', '::1', '::ffff:7f00:1', '64:ff9b::7f00:1', 'fe80::1%eth0'])(
  'refuses a name with a special address, alone or beside a public one: %s',
  async (address) => {
    const bad = { address, family: address.includes(':') ? 6 : 4 }
    const good = { address: '93.184.216.34', family: 4 }
    for (const addresses of [[bad], [good, bad], [bad, good]]) {
      const dialled = dialWith({ lookup: async () => addresses }).fetch('https://shop.example/', init())
      await expect(dialled).rejects.toMatchObject(failing('refused'))
    }
  },
)

test.each([
  ['a user name', 'https://user@shop.example/'],
  ['a name that looks like the host', 'https://shop.example@127.0.0.1/'],
  ['a file', 'file:///etc/passwd'],
  ['another protocol', 'gopher://shop.example/'],
  ['text', 'shop.example'],
  ['nothing', ''],
])('refuses an invalid web address: %s', async (_name, url) => {
  const lookup = vi.fn(leadingTo('127.0.0.1'))
  await expect(dialWith({ lookup, allow: ['127.0.0.0/8'] }).fetch(url, init())).rejects.toMatchObject(
    failing('refused'),
  )
  expect(lookup).not.toHaveBeenCalled()
})

test('allows http only if configured, or to read pages [threat 2]', async () => {
  const publicly = leadingTo('93.184.216.34')
  for (const purpose of ['tool', 'webhook', 'connector', 'email'] as const) {
    const dialled = dialWith({ lookup: publicly }).fetch('http://shop.example/', init({ purpose }))
    await expect(dialled).rejects.toMatchObject({
      ...failing('refused'),
      ...{ message: 'The address must begin with https://.', reason: 'address_insecure' },
    })
  }
  const rules = { allowed: readAllowed([]), ownOrigin: () => there.fake.url, lookup: publicly }
  for (const purpose of ['crawl', 'discover', 'install-check'] as const) {
    expect(await checkTarget(rules, new URL('http://shop.example/'), purpose)).toHaveLength(1)
  }
})

test.each([
  ['the host', ['shop.example'], true],
  ['the host in capitals, with a dot', ['Shop.Example.'], true],
  ['the host with its port', ['shop.example:PORT'], true],
  ['another port', ['shop.example:1'], false],
  ['another host', ['example'], false],
  ['a range of addresses', ['127.0.0.0/8'], true],
  ['the address', ['127.0.0.1'], true],
  ['another range', ['10.0.0.0/8'], false],
])('outbound.allow allows what it names, over http too: %s', async (_name, allow, good) => {
  const dial = dialWith({ allow: allow.map((entry) => entry.replace('PORT', String(there.fake.port))) })
  const dialled = dial.fetch(`http://shop.example:${there.fake.port}/`, init())
  if (good) expect(await (await dialled).text()).toBe('hello')
  else await expect(dialled).rejects.toMatchObject(failing('refused'))
})

test('a push service that a team member names is private only if outbound.push names it [threat 2]', async () => {
  const { port } = there.fake
  const own = { allow: ['127.0.0.0/8', 'push.example'] }
  const asked = (options: Parameters<typeof dialWith>[0], purpose: Purpose) =>
    dialWith(options).fetch(`http://push.example:${port}/`, init({ purpose }))
  await expect(asked(own, 'push')).rejects.toMatchObject({
    ...failing('refused'),
    message: `push.example:${port} leads to a private address that outbound.push does not name.`,
  })
  for (const allowPush of [[`push.example:${port}`], ['127.0.0.1']])
    expect((await asked({ allowPush }, 'push')).status).toBe(200)
  await expect(asked({ allowPush: ['127.0.0.1'] }, 'webhook')).rejects.toMatchObject(failing('refused'))
})

test.each([
  '169.254.169.254',
  '100.100.100.200',
  '168.63.129.16',
  'fd00:ec2::254',
  '64:ff9b::a9fe:a9fe',
  '2002:a9fe:a9fe::',
])('outbound.allow never allows link-local and cloud metadata: %s', async (address) => {
  const allow = ['0.0.0.0/0', '::/0', 'shop.example', 'metadata.google.internal']
  const dial = dialWith({ allow, lookup: leadingTo(address) })
  for (const host of ['shop.example', 'metadata.google.internal', address.includes(':') ? `[${address}]` : address]) {
    await expect(dial.fetch(`https://${host}/`, init())).rejects.toMatchObject(failing('refused'))
  }
})

test.each(['*.example', 'http://shop.example', 'shop.example/x', '10.0.0.0/99', 'a b', '', 'x:0', 'x:70000', '[zz]'])(
  'an invalid entry of outbound.allow is reported at once: %j',
  (entry) => {
    expect(() => dialWith({ allow: [entry] })).toThrow(`"${entry}" is not a host`)
  },
)

test('a call to a private address cannot pass for one by the machine itself [threat 2]', async () => {
  const dial = dialWith({ own: there.fake.url })
  await dial.fetch(`${there.fake.url}/metrics`, init({ purpose: 'crawl', headers: { Via: '' } }))
  const [{ headers }] = there.fake.seen as [Seen]
  const request = { socketAddress: '127.0.0.1', headers: new Headers(headers as Record<string, string>) }
  const services = { config: { baseUrl: there.fake.url, trustProxy: [] as string[] } } as unknown as Services
  expect(isLocal(services, request)).toBe(false)
  request.headers.delete('via')
  expect(isLocal(services, request)).toBe(true)
})

test('pages of the product itself are read where it listens, because its public URL may not work yet', async () => {
  const lookup = async () => []
  const dial = dialWith({ own: 'https://chat.example', ownAddress: there.fake.url, lookup })
  for (const purpose of ['crawl', 'discover'] as const) {
    const response = await dial.fetch('https://chat.example/demo/?page=1', init({ purpose }))
    expect([response.status, response.url]).toEqual([200, 'https://chat.example/demo/?page=1'])
  }
  expect(there.fake.seen[0]).toMatchObject({ headers: { host: 'chat.example', via: '1.1 frontdesk' } })
  for (const purpose of ['install-check', 'webhook', 'page-script'] as const)
    await expect(dial.fetch('https://chat.example/', init({ purpose }))).rejects.toThrow()
  await expect(dial.fetch('https://elsewhere.example/', init({ purpose: 'crawl' }))).rejects.toThrow()
})

test('only crawl, discover and install-check read the product itself', async () => {
  const dial = dialWith({ own: there.fake.url })
  for (const purpose of ['crawl', 'discover', 'install-check'] as const) {
    expect((await dial.fetch(`${there.fake.url}/demo`, init({ purpose }))).status).toBe(200)
  }
  for (const purpose of ['tool', 'webhook', 'connector'] as const) {
    await expect(dial.fetch(`${there.fake.url}/demo`, init({ purpose }))).rejects.toMatchObject(failing('refused'))
  }
  const other = there.fake.url.replace(/\d+$/, String(there.fake.port + 1))
  await expect(dial.fetch(other, init({ purpose: 'crawl' }))).rejects.toMatchObject(failing('refused'))
})
