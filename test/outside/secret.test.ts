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

let server: Server
/** The server's error for a different secret. With the embedded database the secret is in the folder. */
let changed: { env: Record<string, string> }
let path: string
let key: string

beforeAll(async () => {
  // On the embedded database the secret is the file in the folder, as for most users.
  server = await startServer({ env: isEmbedded ? { SVC_SECRET: undefined } : {}, config: { sites: [{ id: 'shop' }] } })
  changed = { env: isEmbedded ? server.env : { ...server.env, SVC_SECRET: other } }
  path = join(server.dataDir, 'secret')
  key = (await call(server, 'POST', '/api/v1/keys', { name: 'kept', preset: 'full' })).body.key
  expect(await server.stop()).toBe(0)
})

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
    / {2}1 API key: create new ones\.\n[\s\S]*Nothing was changed\. Use --yes to replace it\.\n$/,
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
