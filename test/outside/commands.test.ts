import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { version } from '../../server/version.ts'
import { call } from '../support/call.ts'
import { svc } from '../support/program.ts'
import { type Server, startServer } from '../support/server.ts'

const isEmbedded = process.env.TEST_DATABASE !== 'server'
const owner = 'owner@example.com'

let folder: string
let texts: string
let server: Server

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'commands-'))
  texts = mkdtempSync(join(tmpdir(), 'texts-'))
  // On the embedded database the secret is the file in the folder, as for most users.
  const env: Record<string, string | undefined> = {
    OWNER_EMAIL: owner,
    ...(isEmbedded ? { SVC_SECRET: undefined } : {}),
  }
  // A separate website, because the demo's would not be learned, which is half of a first start.
  server = await startServer({ env, config: { sites: [{ id: 'demo', website: 'https://shop.example' }] } })
})

afterAll(async () => {
  await server[Symbol.asyncDispose]()
  for (const made of [folder, texts]) rmSync(made, { recursive: true, force: true })
})

const run = (line: string, input?: string) => svc(server, line.split(' '), input)

const api = (method: string, path: string, body?: unknown, key?: string) =>
  call(server, method, `/api/v1${path}`, body, key)
const signInByLink = (token: string | undefined) => call(server, 'POST', '/auth/link', { token })
const signIn = (password: string) => call(server, 'POST', '/auth/sign-in', { email: owner, password })

type Line = { actor: string; action: string; target: string | null; status: number }

const nameIs = async () => (await api('GET', '/settings')).body.settings.businessName as string
const setName = (businessName: string) => api('PUT', '/settings', { settings: { businessName } })

describe('while the server runs', () => {
  test('owner-link prints a link that signs the owner in once', async () => {
    const { status, stdout, stderr } = await run('owner-link')
    expect([status, stderr]).toEqual([0, `Signs ${owner} in, once, within 15 minutes.\n`])
    const token = /^http\S+\/dashboard\/link#(\S+)\n$/.exec(stdout)?.[1]
    const first = await signInByLink(token)
    expect([first.status, first.body.account.email]).toEqual([200, owner])
    expect((await signInByLink(token)).status).toBe(401)
  })

  test('password reads from standard input, never from the command line, and signs out existing sessions', async () => {
    const token = /#(\S+)/.exec((await run('owner-link')).stdout)?.[1]
    const before = (await signInByLink(token)).body.token
    const done = await run(`password ${owner}`, 'correct horse battery\n')
    expect([done.status, done.stdout]).toEqual([0, ''])
    expect((await api('GET', '/me', undefined, before)).status).toBe(401)
    expect((await signIn('correct horse battery')).status).toBe(200)
    expect((await signIn('wrong horse battery')).status).toBe(401)

    const onLine = await run(`password ${owner} correct-horse`, '')
    expect(onLine.status).toBe(2)
    expect(onLine.stderr).not.toContain('correct-horse')
    const short = await run(`password ${owner}`, 'short\n')
    expect(short).toEqual({ status: 1, stdout: '', stderr: 'A password must have 10 to 200 characters.\n' })
    const nobody = await run('password nobody@example.com', 'correct horse battery\n')
    expect(nobody).toEqual({ status: 1, stdout: '', stderr: 'No such account.\n' })
  })

  test('key create prints only the key to standard output; it works, expires, and is not logged', async () => {
    const { status, stdout, stderr } = await run('key create --site demo --name cli --preset read --expires-in-days 3')
    expect(status).toBe(0)
    const key = stdout.trim()
    expect(key).toMatch(/^svc_live_[0-9A-Za-z]{12}_\S{43}$/)
    expect(stderr).not.toContain(key)
    const me = await api('GET', '/me', undefined, key)
    expect(me.status).toBe(200)
    expect(Math.round((me.body.key.expiresAt - Date.now()) / 86_400_000)).toBe(3)
    expect(server.stderr.join('\n')).not.toContain(key)
  })

  test('errors are one line with status 1, or status 2 for an unknown command', async () => {
    const faults: [string, number, string][] = [
      ['key create --name x', 1, 'Use either --preset or --scopes.'],
      ['key create --name x --preset read --site nope', 1, 'No such site.'],
      ['key create --name x --scopes nope', 1, 'scopes.0: '],
      ['restore nothing', 1, 'nothing cannot be read: '],
      ['nonsense', 2, 'Unknown command: nonsense.'],
      ['site list --what', 2, "Unknown option '--what'."],
    ]
    await Promise.all(
      faults.map(async ([line, code, says]) => {
        const { status, stdout, stderr } = await run(line)
        expect([line, status, stdout, stderr.trimEnd().split('\n').length]).toEqual([line, code, '', 1])
        expect(stderr).toContain(says)
      }),
    )
  })

  test('the audit log records changes with the actor cli', async () => {
    const { items } = (await api('GET', '/audit')).body
    const mine = items
      .filter((line: Line) => line.actor === 'cli')
      .map(({ action, target, status }: Line) => [action, target, status])
    expect(mine).toContainEqual(['password', owner, 200])
    expect(mine).toContainEqual(['owner-link', owner, 200])
    expect(mine).toContainEqual(['POST /keys', expect.stringMatching(/^\w{12}$/), 201])
    expect(mine).toContainEqual(['POST /keys', null, 404])
  })

  test('site list, migrate, openapi and help print what they say', async () => {
    const lines = ['site list', 'migrate', 'openapi', 'backup --help']
    const [sites, migrated, openapi, help] = await Promise.all(lines.map(async (line) => (await run(line)).stdout))
    expect(sites).toMatch(/^demo +\S/m)
    expect(migrated).toMatch(/^The database was up to date \((\d+) of \1\)\.\n$/)
    expect(JSON.parse(openapi as string).openapi).toMatch(/^3\.1\./)
    expect(help).toContain('--with-secret')
  })

  test('prompt publishes from a file, shows, lists and restores, as the actor cli', async () => {
    const path = join(texts, 'prompt.md')
    const lines = async (line: string) => {
      const { status, stdout, stderr } = await run(`prompt ${line}`)
      return { status, said: stdout + stderr }
    }
    expect((await lines('show')).said).toContain('Nothing was published yet')
    const quoted = `Be “kind”.\n${'"\n'.repeat(7000)}end 🚲`
    writeFileSync(path, `\ufeff${quoted}\n`)
    expect(await run(`prompt publish ${path} --note First --base 0`)).toEqual({
      status: 0,
      stdout: '',
      stderr: 'Version 1 is published.\n',
    })
    const shown = await run('prompt show --site demo')
    expect([shown.status, shown.stdout]).toEqual([0, `${quoted}\n`])
    writeFileSync(path, 'Be kinder.')
    const stale = await lines(`publish ${path} --base 0`)
    expect(stale).toEqual({ status: 1, said: expect.stringContaining('version 1 was published by cli') })
    expect((await lines(`publish ${path}`)).said).toBe('Version 2 is published, after version 1.\n')
    expect((await lines('restore 1')).said).toBe('Version 3 was published with the text of version 1.\n')
    expect((await lines('show --version 2')).said).toBe('Be kinder.\n')
    const [, newest, second, first] = (await run('prompt versions')).stdout.trimEnd().split('\n')
    expect(newest).toMatch(/^3 +\d{4}-\d\d-\d\d \d\d:\d\d +cli +\d+ +restored from 1$/)
    expect(second).toMatch(/^2 .* cli +10$/)
    expect(first).toMatch(/^1 .* First$/)
    expect((await api('GET', '/prompt')).body.meta).toMatchObject({ version: 3, by: 'cli', source: 'cli' })
  })

  test('prompt explains why something cannot be published, and changes nothing', async () => {
    const { version } = (await api('GET', '/prompt')).body
    const [long, binary] = ['long.md', 'binary.md'].map((name) => join(texts, name)) as [string, string]
    writeFileSync(long, 'x'.repeat(16_001))
    writeFileSync(binary, Buffer.from([0x66, 0xff, 0xfe]))
    const faults: [string, string][] = [
      [`publish ${long}`, 'text: '],
      [`publish ${binary}`, 'cannot be read: '],
      [`publish ${texts}`, 'cannot be read: '],
      ['restore 99', 'no such version: 99'],
      ['restore last', 'last is not a version number.'],
      ['show --version 99', 'No such version.'],
      ['show --site nope', 'No such site.'],
    ]
    await Promise.all(
      faults.map(async ([line, says]) => {
        const { status, stdout, stderr } = await run(`prompt ${line}`)
        expect([line, status, stdout]).toEqual([line, 1, ''])
        expect(stderr).toContain(says)
      }),
    )
    expect((await api('GET', '/prompt')).body.version).toBe(version)
  })

  test('doctor prints a line for each part, and none fails', async () => {
    const { status, stdout, stderr } = await run('doctor')
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toContain(`ok    program      Frontdesk ${version} on Node`)
    const levels = Object.fromEntries(
      stdout.split('\n').map((line) => [line.slice(6, 18).trim(), line.slice(0, 5).trim()]),
    )
    expect(levels).toMatchObject({
      pages: 'ok',
      database: 'ok',
      migrations: 'ok',
      clock: 'ok',
      disk: 'ok',
      secret: 'ok',
      outbound: 'ok',
    })
    expect(levels).toMatchObject({ pgvector: isEmbedded ? 'ok' : 'warn', model: 'warn', background: 'ok', owner: 'ok' })
  })

  test('doctor --model reports the model, also as JSON, and fails if it is not usable', async () => {
    const said = 'Not usable: the assistant cannot use the model.'
    const { status, stdout, stderr } = await run('doctor --model')
    expect(status).toBe(1)
    expect(stdout).toMatch(/^fail {2}server {5}.+\n {17}→ .+\n\nNot usable: the assistant cannot use the model\.\n→ /)
    expect(stderr).toMatch(/^Checking the model\..+\nserver: fail\nThe model is not usable\.\n$/)
    const asJson = await run('doctor --model --json')
    expect(asJson.status).toBe(1)
    expect(JSON.parse(asJson.stdout)).toMatchObject({ model: null, verdict: { level: 'unusable', message: said } })
    const { checks } = JSON.parse((await run('doctor --json')).stdout)
    expect(checks).toContainEqual(expect.objectContaining({ part: 'database', level: 'ok' }))
  })
})

describe('a backup', () => {
  const file = () => join(folder, 'desk.backup')

  test('is a consistent snapshot of a running server, and readable only by its owner', async () => {
    await setName('Before the backup')
    const [made, ...saved] = await Promise.all([
      run(`backup ${file()}`),
      ...Array.from({ length: 20 }, (_, at) =>
        api('POST', '/knowledge/manual', { title: `Entry ${at}`, content: 'Text.' }),
      ),
    ])
    expect(saved.map(({ status }) => status)).toEqual(new Array(20).fill(201))
    expect([made.status, made.stdout]).toEqual([0, expect.stringContaining(`${file()}: `)])
    expect(made.stdout).toMatch(isEmbedded ? /\nFrom the embedded database in \S+\.\n/ : /\nFrom \S+\.\n/)
    expect(made.stderr).toContain(
      isEmbedded ? 'store DATA_DIR/secret with the backup' : 'store SVC_SECRET with the backup',
    )
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['desk.backup'])
  })

  test('into a folder gets a generated name, and says that it contains the secret', async () => {
    const { status, stdout, stderr } = await run(`backup ${folder} --with-secret`)
    expect([status, stdout]).toEqual([0, expect.stringMatching(/\/frontdesk-[\dTZ-]+\.backup: /)])
    expect(stderr).toContain("The server's secret is included")
  })

  test('is not restored while the server runs', async () => {
    // Also for a server that was just started.
    await server.restart()
    const { status, stderr } = await run(`restore ${file()} --replace`)
    expect([status, stderr]).toEqual([
      1,
      'A server or another command uses this database. Stop it first: restore needs exclusive access.\n',
    ])
    expect(await nameIs()).toBe('Before the backup')
  })

  test('restores keys, sign-ins and settings, into an empty database or with --replace', async () => {
    const key = (await run('key create --name kept --preset read')).stdout.trim()
    await run(`backup ${file()}`)
    await setName('After the backup')
    expect(await server.stop()).toBe(0)
    const refused = await run(`restore ${file()}`)
    expect([refused.status, refused.stdout]).toEqual([1, ''])
    expect(refused.stderr).toMatch(
      /^The database is not empty \(.*\)\. With --replace, all of it is deleted first\.\n$/,
    )
    const done = await run(`restore ${file()} --replace`)
    expect([done.status, done.stderr]).toEqual([0, ''])
    await server.restart()
    expect(await nameIs()).toBe('Before the backup')
    expect((await api('GET', '/me', undefined, key)).status).toBe(200)
    expect((await signIn('correct horse battery')).status).toBe(200)
    const events = await api('GET', '/events?limit=1')
    expect(events.status).toBe(200)
    const made = await api('POST', '/knowledge/manual', { title: 'Goes on', content: 'Text.' })
    expect(made.status).toBe(201)
  })
})

if (isEmbedded) {
  describe('with the embedded database', () => {
    test('a command opens the database itself if a killed server left its socket behind', async () => {
      const control = join(server.dataDir, 'control.sock')
      await server.kill9()
      expect(existsSync(control)).toBe(true)
      expect((await run('site list')).stdout).toMatch(/^demo /m)
      await server.restart()
      expect((await run('site list')).stdout).toMatch(/^demo /m)
      await server.stop()
      expect(existsSync(control)).toBe(false)
    })

    test('restoring a backup restores its secret', async () => {
      const [file] = readdirSync(folder).filter((name) => name.startsWith('frontdesk-'))
      writeFileSync(join(server.dataDir, 'secret'), 'some other secret of 32 characters\n')
      const { status, stderr } = await run(`restore ${join(folder, file as string)} --replace`)
      expect([status, stderr]).toEqual([0, expect.stringContaining('is now the secret of the backup')])
      await server.restart()
      expect((await signIn('correct horse battery')).status).toBe(200)
    })

    test('a command in a folder without a database says so, and creates nothing there', async () => {
      const none = join(folder, 'none')
      const { status, stderr } = await svc({ env: { ...server.env, DATA_DIR: none } }, ['site', 'list'])
      expect([status, existsSync(none)]).toEqual([1, false])
      expect(stderr).toMatch(/^There is no database in .*none\. Start the server once/)
    })
  })
}

if (!isEmbedded) {
  test('a server exits if its data was replaced anyway', async () => {
    await using replaced = await startServer()
    const admin = postgres(replaced.databaseUrl as string, { max: 1 })
    await admin`update installation set generation = gen_random_uuid()`
    await admin.end()
    expect(await replaced.exit).toBe(1)
    expect(replaced.stderr.join('\n')).toContain('other data was put into it, by a restore or a move. Start it again.')
    await replaced.restart()
  })
}
