import { once } from 'node:events'
import { createServer, get } from 'node:http'
import { expect, test } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { listen, stopListening } from '../../server/listen.ts'

const configOn = (host: string, port = '0', more: Record<string, string> = {}) =>
  readConfig({ HOST: host, PORT: port, SVC_CONFIG: '', ...more })

test('the actual port is in the address and in BASE_URL; all interfaces include this machine', async () => {
  const config = configOn('127.0.0.1')
  const server = createServer()
  const address = await listen(server, config)
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/)
  expect(config.baseUrl).toBe(address)
  const everywhere = configOn('0.0.0.0', '0', { BASE_URL: 'https://desk.example.com' })
  const other = createServer()
  expect(await listen(other, everywhere)).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/)
  expect(everywhere.baseUrl).toBe('https://desk.example.com')
  for (const one of [server, other]) one.close()
})

test('an address of another machine and a port in use are reported clearly', async () => {
  await expect(listen(createServer(), configOn('192.0.2.1'))).rejects.toThrow(
    '192.0.2.1 is not an address of this machine.',
  )
  const config = configOn('127.0.0.1')
  const server = createServer()
  const { port } = new URL(await listen(server, config))
  await expect(listen(createServer(), configOn('127.0.0.1', port))).rejects.toThrow(
    `Port ${port} of 127.0.0.1 is in use`,
  )
  server.close()
})

test('a request that does not end is cut at the time limit, one that does is not', async () => {
  const held: (() => void)[] = []
  const server = createServer((request, response) => {
    if (request.url === '/ends') held.push(() => response.end('done'))
  })
  const address = await listen(server, configOn('127.0.0.1'))
  const arrived = once(server, 'request')
  const stuck = get(`${address}/never`)
  const cut = once(stuck, 'error')
  await arrived
  const ends = fetch(`${address}/ends`)
  while (held.length === 0) await once(server, 'request')
  await stopListening(server, async () => held[0]?.(), 300)
  expect(await (await ends).text()).toBe('done')
  expect((await cut)[0]).toMatchObject({ code: 'ECONNRESET' })
})
