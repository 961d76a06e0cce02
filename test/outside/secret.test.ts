import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../support/call.ts'
import { commandFor } from '../support/command.ts'
import { runProgram, svc } from '../support/program.ts'
import { type Server, startServer } from '../support/server.ts'

const runtime = process.env.TEST_RUNTIME === 'deno' ? 'deno' : 'node'
const isEmbedded = process.env.TEST_DATABASE !== 'server'
const other = 'another secret that nothing was made under'

/** Nothing listens there. */
const nobody = 'http://127.0.0.1:1/'
const config = { sites: [{ id: 'shop' }], outbound: { allow: ['127.0.0.1:1'] } }

let server: Server
/** The server's error for a different secret. With the embedded database the secret is in the folder. */
let changed: { env: Record<string, string> }
let path: string
let key: string

beforeAll(async () => {
  // On the embedded database the secret is the file in the folder, as for most users.
  server = await startServer({ env: isEmbedded ? { SVC_SECRET: undefined } : {}, config })
  changed = { env: isEmbedded ? server.env : { ...server.env, SVC_SECRET: other } }
  path = join(server.dataDir, 'secret')
  key = (await call(server, 'POST', '/api/v1/keys', { name: 'kept', preset: 'full' })).body.key
  await storeSecrets()
  expect(await server.stop()).toBe(0)
})

const header = { name: 'Authorization', value: 'Bearer very-secret', secret: true }
const requests = {
  tool: { name: 'order_lookup', description: 'Looks up an order.', url: nobody, headers: [header] },
  webhook: { url: nobody, format: 'custom', headers: [header] },
  email: { preset: 'resend', key: 'very-secret', from: 'desk@example.com', url: nobody },
}

/** Something with a secret header for each kind of request that an administrator configures. */
async function storeSecrets() {
  const made = [
    await call(server, 'POST', '/api/v1/tools', requests.tool),
    await call(server, 'POST', '/api/v1/webhooks', requests.webhook),
    await call(server, 'PUT', '/api/v1/notifications/email', requests.email),
  ]
  expect(made.map(({ status }) => status)).toEqual([201, 201, 200])
}

/** The secrets of tool, endpoint and email service, and why each does not work. */
async function storedSecrets() {
  const [tools, webhooks, email] = await Promise.all(
    ['tools', 'webhooks', 'notifications/email'].map((path) => call(server, 'GET', `/api/v1/${path}`)),
  )
  const records = [tools?.body.tools[0], webhooks?.body.webhooks[0], email?.body.service]
  return {
    reasons: records.map(({ reason }) => reason),
    signing: webhooks?.body.webhooks[0].secret,
    ids: records.map(({ id }) => id),
  }
}

afterAll(() => server[Symbol.asyncDispose]())

/** Starts a server that is expected to exit by itself. */
async function startFails() {
  const command = commandFor(runtime, server.dataDir, server.env.SVC_CONFIG as string)
  const { status, stdout, stderr } = await runProgram(command, { ...changed.env, PORT: '0' })
  return { status, stdout, lines: stderr.split('\n').filter((line) => line !== '' && !line.startsWith('{')) }
}

const refused = (why: string) => ({
  status: 1,
  stdout: '',
  lines: [
    expect.stringMatching(new RegExp(`${why}\\. Put the right one back, from a backup: .*svc -- secret replace$`)),
  ],
})

const me = () => call(server, 'GET', '/api/v1/me', undefined, key)

if (isEmbedded) {
  test('a start without its secret fails and creates none; with the right one everything is as before', async () => {
    const secret = readFileSync(path, 'utf8')
    rmSync(path)
    expect(await startFails()).toEqual(refused('/secret is missing'))
    expect((await svc(changed, ['migrate'])).status).toBe(0)
    expect(existsSync(path)).toBe(false)
    expect((await svc(changed, ['doctor'])).stdout).toMatch(/^fail {2}secret .* is missing$/m)
    writeFileSync(path, secret)
    await server.restart()
    expect((await me()).status).toBe(200)
    await server.stop()
  })
}

test('a start with another secret fails, and so does every command that needs it', async () => {
  if (isEmbedded) writeFileSync(path, `${other}\n`)
  const why = `${isEmbedded ? '/secret' : '^SVC_SECRET'} is not the secret that this database was used with`
  expect(await startFails()).toEqual(refused(why))
  const made = await svc(changed, ['key', 'create', '--name', 'x', '--preset', 'read'])
  expect([made.status, made.stdout, made.stderr]).toEqual([1, '', expect.stringContaining('is not the secret')])
  expect((await svc(changed, ['doctor'])).stdout).toMatch(/^fail {2}secret +is not the one that this database/m)
})

test('secret replace says what will be lost, and replaces only when confirmed', async () => {
  const asked = await svc(changed, ['secret', 'replace'])
  expect([asked.status, asked.stdout]).toEqual([1, ''])
  expect(asked.stderr).toMatch(
    / {2}1 API key: create new ones\.\n[\s\S]* {2}1 signing secret of webhook endpoints[\s\S]* {2}3 stored keys of tools, webhooks, email and integrations[\s\S]*Nothing was changed\. Use --yes to replace it\.\n$/,
  )
  expect(await startFails()).toMatchObject({ status: 1 })
  const done = await svc(changed, ['secret', 'replace', '--yes'])
  expect([done.status, done.stderr]).toEqual([0, expect.stringContaining('The secret was replaced.')])
  Object.assign(server.env, changed.env)
  await server.restart()
  expect((await me()).status).toBe(401)
  const { items } = (await call(server, 'GET', '/api/v1/audit')).body
  expect(items.map(({ actor, action }: Record<string, string>) => [actor, action])).toContainEqual([
    'cli',
    'secret replace',
  ])
  const made = await call(server, 'POST', '/api/v1/keys', { name: 'new', preset: 'read' })
  expect((await call(server, 'GET', '/api/v1/me', undefined, made.body.key)).status).toBe(200)
})

test('a replaced secret leaves no key that is sent, until each is entered again', async () => {
  const { reasons, signing, ids } = await storedSecrets()
  expect([reasons, signing]).toEqual([Array(3).fill('secret_unreadable'), 'whsec_••••••••'])
  const [tool, webhook] = ids
  const refused = [
    await call(server, 'POST', '/api/v1/tools/test', { id: tool }),
    await call(server, 'POST', `/api/v1/webhooks/${webhook}/test`),
    await call(server, 'POST', '/api/v1/notifications/email/test', { to: 'ann@example.com' }),
  ]
  expect(refused.map(({ status, body }) => [status, body.ok, body.reason])).toEqual(
    Array(3).fill([200, false, 'secret_unreadable']),
  )
  await call(server, 'PATCH', `/api/v1/tools/${tool}`, { headers: [header] })
  await call(server, 'PATCH', `/api/v1/webhooks/${webhook}`, { headers: [header], rotateSecret: true })
  await call(server, 'PUT', '/api/v1/notifications/email', requests.email)
  const again = [
    await call(server, 'POST', '/api/v1/tools/test', { id: tool }),
    await call(server, 'POST', `/api/v1/webhooks/${webhook}/test`),
    await call(server, 'POST', '/api/v1/notifications/email/test', { to: 'ann@example.com' }),
  ]
  for (const { body } of again) expect(body).toMatchObject({ ok: false, reason: expect.not.stringMatching('secret') })
  expect((await storedSecrets()).signing).toMatch(/^whsec_\w{40}$/)
})

test('secret replace needs only the database, and does nothing if the secret is right', async () => {
  const running = await svc(changed, ['secret', 'replace', '--yes'])
  const inUse =
    'A server or another command uses this database. Stop it first: secret replace needs exclusive access.\n'
  // On a server database, nothing has to be changed here.
  if (isEmbedded) expect([running.status, running.stderr]).toEqual([1, inUse])
  else expect((await svc(server, ['secret', 'replace', '--yes'])).stderr).toContain('Nothing was changed')
  const wrong = { env: { ...server.env, SVC_SECRET: 'a third secret, while the server runs' } }
  expect((await svc(wrong, ['secret', 'replace', '--yes'])).stderr).toContain(inUse)
  await server.stop()
  const same = await svc(server, ['secret', 'replace', '--yes'])
  expect([same.status, same.stderr]).toEqual([0, expect.stringContaining('Nothing was changed.')])
})
