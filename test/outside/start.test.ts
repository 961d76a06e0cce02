import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { silentLog } from '../../server/core/log.ts'
import { openEmbedded } from '../../server/database/embedded/embedded.ts'
import { call } from '../support/call.ts'
import { commandFor } from '../support/command.ts'
import { runProgram } from '../support/program.ts'
import { type Server, startServer } from '../support/server.ts'

const runtime = process.env.TEST_RUNTIME === 'deno' ? 'deno' : 'node'
const isEmbedded = process.env.TEST_DATABASE !== 'server'

let server: Server

beforeAll(async () => {
  // It creates its own secret if it can. Its configuration has two unknown keys.
  const env: Record<string, undefined> = isEmbedded ? { SVC_SECRET: undefined } : {}
  server = await startServer({ fresh: true, env, config: { sites: [{ id: 'demo', colour: 'red' }], tmings: {} } })
})

afterAll(() => server[Symbol.asyncDispose]())

const api = (method: string, path: string, body?: unknown, key?: string) =>
  call(server, method, `/api/v1${path}`, body, key)

/** The first output line with this beginning, as soon as it is there. */
async function lineOf(name: string, after = 0): Promise<string> {
  const find = () => server.stdout.slice(after).find((line) => line.startsWith(name))
  await expect.poll(find, { timeout: 10_000 }).toBeDefined()
  return find() as string
}

/** Starts another server that is expected to exit by itself, with one line that says why. */
async function startFails(env: Record<string, string>) {
  const command = commandFor(runtime, server.dataDir, server.env.SVC_CONFIG as string)
  const { status, stdout, stderr } = await runProgram(command, { ...server.env, PORT: '0', ...env })
  return { status, stdout, lines: stderr.split('\n').filter((line) => line !== '' && !line.startsWith('{')) }
}

describe('a start', () => {
  test('prints one line when it is ready, with what a person needs', async () => {
    const model = await lineOf('Model')
    expect(server.stdout.filter((line) => line.startsWith('ready '))).toEqual([`ready ${server.url}`])
    expect(await lineOf('Dashboard')).toContain(`${server.url}/dashboard`)
    expect(await lineOf('Demo')).toContain(`${server.url}/demo/`)
    expect(await lineOf('API')).toContain(`${server.url}/api/v1/openapi.json`)
    expect(await lineOf('Database')).toContain(isEmbedded ? server.dataDir : 'a Postgres server')
    expect(model).toContain('quotes the best passages')
    const health = await fetch(`${server.url}/healthz`)
    expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }])
  })

  test('answers a request that offers an upgrade to HTTP/2, as curl does, as if it did not', async () => {
    const headers = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABkAAQAAP__' }
    const [answer] = (await once(request(`${server.url}/healthz`, { headers }).end(), 'response')) as [IncomingMessage]
    answer.resume()
    expect(answer.statusCode).toBe(200)
  })

  test('warns about unknown keys of the configuration file, one JSON line each, and logs no error', () => {
    // The machine may cause other warnings, for example when its clock is adjusted.
    const lines = server.stderr.map((line) => JSON.parse(line))
    const unknown = lines.map((line) => line.msg.split(': ')[1]).filter((words) => words?.startsWith('unknown key'))
    expect(unknown).toEqual(['unknown key sites.0.colour', 'unknown key tmings. Did you mean timings?'])
    const error = 50
    expect(lines.filter((line) => line.level >= error)).toEqual([])
  })

  test('after a stop continues with its data, and prints how to get a link once the owner has signed in', async () => {
    const token = /#(\S+)/.exec(await lineOf('Sign in'))?.[1]
    const signedIn = await fetch(`${server.url}/auth/link`, { method: 'POST', body: JSON.stringify({ token }) })
    expect(signedIn.status).toBe(200)
    const made = await api('POST', '/keys', { name: 'kept', preset: 'read' })
    expect((await api('PUT', '/settings', { settings: { businessName: 'Still here' } })).status).toBe(200)
    const before = server.stdout.length
    const secretBefore = isEmbedded && readFileSync(join(server.dataDir, 'secret'), 'utf8')
    await server.restart()
    expect(isEmbedded && readFileSync(join(server.dataDir, 'secret'), 'utf8')).toBe(secretBefore)
    expect((await api('GET', '/me', undefined, made.body.key)).status).toBe(200)
    expect((await api('GET', '/settings')).body.settings.businessName).toBe('Still here')
    await lineOf('Model', before)
    expect(server.stdout.slice(before).filter((line) => line.startsWith('Sign in'))).toEqual([
      'Sign in     npm run svc -- owner-link   (prints a link)',
    ])
  })
})

describe('a failing start exits with status 1, prints nothing to standard output, and one line per problem', () => {
  test('for a wrong configuration', async () => {
    const { status, stdout, lines } = await startFails({ PORT: 'eighty', LOG_LEVEL: 'loud', TRUST_PROXY: 'proxy' })
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(lines.map((line) => line.split(' ')[0])).toEqual(['PORT', 'TRUST_PROXY', 'LOG_LEVEL'])
  })

  test('for an invalid outside address', async () => {
    const config = join(server.dataDir, '..', 'wrong.json')
    writeFileSync(config, JSON.stringify({ outbound: { allow: ['not a host'] } }))
    const dataDir = join(server.dataDir, 'other')
    const command = commandFor(runtime, dataDir, config)
    const { status, stderr } = await runProgram(command, { ...server.env, DATA_DIR: dataDir, SVC_CONFIG: config })
    expect([status, stderr.trim().split('\n').length]).toEqual([1, 1])
    expect(stderr).toContain('not a host')
  })

  test('for an unreachable database server, without its password', async () => {
    const { status, lines } = await startFails({
      DATABASE_URL: 'postgres://anna:hush@127.0.0.1:2/desk',
      SVC_SECRET: 'a secret of the tests',
    })
    expect([status, lines.length]).toEqual([1, 1])
    expect(lines[0]).toContain('127.0.0.1:2/desk')
    expect(lines[0]).not.toContain('hush')
  })

  if (!isEmbedded) {
    test('for a port that is in use', async () => {
      const other = createServer().listen(0, '127.0.0.1')
      await once(other, 'listening')
      const port = String((other.address() as AddressInfo).port)
      const { status, lines } = await startFails({ PORT: port })
      other.close()
      const says = `Port ${port} of 127.0.0.1 is in use by another program. Set PORT to a different one, or end that program.`
      expect({ status, lines }).toEqual({ status: 1, lines: [says] })
    })
  }
})

if (isEmbedded) {
  describe('the data folder', () => {
    test('and the generated secret are readable only by their owner', () => {
      expect(statSync(server.dataDir).mode & 0o777).toBe(0o700)
      expect(statSync(join(server.dataDir, 'secret')).mode & 0o777).toBe(0o600)
      expect(readFileSync(join(server.dataDir, 'secret'), 'utf8').trim().length).toBeGreaterThanOrEqual(43)
    })

    test('is not used by a second server, which says who has it, and the first continues', async () => {
      const { status, lines } = await startFails({})
      expect([status, lines.length]).toEqual([1, 1])
      expect(lines[0]).toContain('in use by')
      expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    })

    test('with an unreadable table: the start says that the database is damaged, and what to do', async () => {
      expect(await server.stop()).toBe(0)
      const database = await openEmbedded({ dataDir: server.dataDir, log: silentLog })
      const [row] = await database.sql`select pg_relation_filepath('migrations') as file`
      await database.close()
      const file = join(server.dataDir, 'db', row?.file)
      const bytes = readFileSync(file)
      writeFileSync(file, Buffer.alloc(bytes.length, 0xff))
      try {
        const { status, lines } = await startFails({})
        expect([status, lines.length]).toEqual([1, 1])
        expect(lines[0]).toMatch(/^The database is damaged: .*invalid page.* and restore a backup\.$/)
      } finally {
        writeFileSync(file, bytes)
      }
    })

    test('is not recreated when it is damaged', async () => {
      expect(await server.stop()).toBe(0)
      expect(existsSync(join(server.dataDir, 'db.lock'))).toBe(false)
      const lost = join(server.dataDir, 'db', 'global', 'pg_control')
      rmSync(lost)
      const { status, lines } = await startFails({})
      expect([status, lines.length]).toEqual([1, 1])
      expect(lines[0]).toContain('is damaged')
      expect([existsSync(lost), existsSync(join(server.dataDir, 'db', 'PG_VERSION'))]).toEqual([false, true])
    })
  })
}
