import { existsSync, statSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commands } from '../server/commands/commands.ts'
import { checkAddresses, checkVectors, describeVectors } from '../server/commands/doctor.ts'
import { askServer, helpFor, overview } from '../server/commands/run.ts'
import { askSecret, firstLine } from '../server/commands/terminal.ts'
import { type Control, controlPath, openControl } from '../server/control.ts'
import { createWorld, type World } from './support/world.ts'

let world: World
let control: Control
let path: string

beforeAll(async () => {
  world = await createWorld()
  path = controlPath(world.config.dataDir)
})

afterAll(() => world.close())

describe('a secret', () => {
  test('typed at a terminal is not shown, and can be corrected', async () => {
    const input = new PassThrough()
    const output = new PassThrough()
    const asked = askSecret(input, output, 'Password: ')
    input.write('secrex')
    input.write('\u007f')
    input.write('t word\r')
    expect(await asked).toBe('secret word')
    output.end()
    expect(await text(output)).toBe('Password: \n')
  })

  test('is cancelled with Ctrl-C, and when the terminal closes', async () => {
    const input = new PassThrough()
    const asked = askSecret(input, new PassThrough(), 'Password: ')
    input.write('half\u0003')
    await expect(asked).rejects.toThrow('Stopped.')
    const ended = new PassThrough()
    const waiting = askSecret(ended, new PassThrough(), 'Password: ')
    ended.end()
    await expect(waiting).rejects.toThrow('Nothing was typed.')
  })

  test('that is piped is the first line, whatever its line ending', async () => {
    expect(await firstLine(Readable.from(['a pass', 'word\r\nanother\n']))).toBe('a password')
    expect(await firstLine(Readable.from(['no end']))).toBe('no end')
    expect(await firstLine(Readable.from([]))).toBe('')
  })
})

test('doctor distinguishes a pgvector that only a superuser can enable from a missing one', () => {
  const about = (isAvailable: boolean, vectors = false) => describeVectors({ vectors, version: '15.14', isAvailable })
  expect(about(true)).toMatchObject({ level: 'warn', todo: expect.stringContaining('create extension vector') })
  expect(about(true).todo).not.toContain('postgresql-15-pgvector')
  expect(about(false)).toMatchObject({ level: 'warn', todo: expect.stringContaining('postgresql-15-pgvector') })
  expect(about(true, true).level).toBe('ok')
})

test('doctor asks the database server whether it has the files of pgvector', async () => {
  const { database } = world.services
  const check = await checkVectors({ database: { ...database, vectors: false } })
  // The embedded database always has them.
  const [isThere] = await database.sql`select from pg_available_extension_versions where name = 'vector'`
  const has = database.kind === 'embedded' || isThere !== undefined
  expect(check).toMatchObject({ level: 'warn', todo: expect.stringContaining(has ? 'create extension' : 'Install') })
  expect(await checkVectors({ database: { ...database, vectors: true } })).toMatchObject({ level: 'ok' })
})

test('help names every command, and the help of each its arguments', async () => {
  for (const [name, entry] of Object.entries(commands)) {
    expect(overview()).toContain(`  ${name} `.trimEnd())
    const { command } = await entry.load()
    const help = helpFor(name, entry, command)
    expect(help).toContain(entry.summary)
    for (const option of Object.keys(command.options ?? {})) expect(help).toContain(`--${option}`)
  }
})

describe('doctor on addresses', () => {
  const levels = (change: Partial<World['config']>, allow: string[] = []) =>
    checkAddresses({ ...world.config, outbound: { allow, push: [] }, ...change }).map(
      ({ level, part }) => `${part} ${level}`,
    )

  test('for this machine only: no warnings', () => {
    expect(levels({})).toEqual(['HOST, PORT ok', 'BASE_URL ok', 'TRUST_PROXY ok', 'outbound ok'])
  })

  test.each<[string, Partial<World['config']>, string[], string]>([
    ['a public address without https', { baseUrl: 'http://desk.example.com' }, [], 'BASE_URL warn'],
    ['a public address with a path', { baseUrl: 'https://example.com/desk' }, [], 'BASE_URL fail'],
    ['a proxy in front that is not named', { baseUrl: 'https://desk.example.com' }, [], 'TRUST_PROXY warn'],
    ['everybody trusted as a proxy', { trustProxy: ['0.0.0.0/0'] }, [], 'TRUST_PROXY fail'],
    ['every private address open', {}, ['0.0.0.0/0'], 'outbound warn'],
    ['an allowed host that is none', {}, ['not a host'], 'outbound fail'],
  ])('%s', (_, change, allow, says) => {
    expect(levels(change, allow)).toContain(says)
  })
})

/** The server's answer; the error code if it closes the connection. */
async function say(bytes: string): Promise<string> {
  const socket = connect(path)
  socket.write(bytes)
  return await text(socket).catch((error: NodeJS.ErrnoException) => String(error.code))
}

describe('the control socket', () => {
  beforeAll(async () => {
    // As a killed server leaves it.
    writeFileSync(path, '')
    control = await openControl(world.services)
  })
  afterAll(() => control.close())

  if (process.env.TEST_DATABASE === 'server') {
    test('is for the embedded database: on a server, commands open the database themselves', () => {
      expect(statSync(path).isSocket()).toBe(false)
    })
    return
  }

  test('is only for this user', () => {
    expect(statSync(path).isSocket()).toBe(true)
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  test.each([
    ['a task that it does not know', '{"task":"drop","input":{}}\n', 'does not know the task drop'],
    ['a name that every object has', '{"task":"constructor","input":{}}\n', 'does not know the task constructor'],
    ['no request', '{"hello":1}\n', '"error"'],
  ])('refuses %s', async (_, bytes, says) => {
    expect(await say(bytes)).toContain(says)
  })

  test.each([
    ['no JSON', 'GET / HTTP/1.1\n'],
    ['a line without end', 'x'.repeat(200_000)],
  ])('gives no answer to %s', async (_, bytes) => {
    expect(['', 'ECONNRESET']).toContain(await say(bytes))
  })

  test('continues when its clients have disconnected', async () => {
    const sockets = await Promise.all(Array.from({ length: 4 }, () => asking('{"task":"backup","input":{}}\n')))
    for (const socket of sockets) socket.destroy()
    expect(await say('{"task":"site list","input":{}}\n')).toContain('{"end":{}}')
  })

  test('runs the task, and reports what went wrong', async () => {
    const said: string[] = []
    const out = { line: (text: string) => said.push(text), note: () => {}, data: async () => {} }
    const ask = async (task: string, input = {}) => askServer(connect(path), { task, input }, out as never)
    await ask('site list')
    expect(said.join('\n')).toMatch(/^demo +Demo +assistant/m)
    said.length = 0
    for (const isNew of [false, false, true]) await ask('identity', { site: 'demo', new: isNew })
    expect([said[0] === said[1], said[1] === said[2]]).toEqual([true, false])
    for (const line of said) expect(line).toMatch(/^[0-9A-Za-z]{43}$/)
    await expect(ask('identity', { site: 'nowhere', new: false })).rejects.toThrow('No such site: nowhere')
    await expect(ask('key create', { name: 'x', preset: 'nope', site: 'demo' })).rejects.toThrow('preset: ')
    await expect(ask('password', { email: 'nobody@example.com', password: 'a long password' })).rejects.toThrow(
      'No such account',
    )
  })

  test('is removed with the server', async () => {
    await control.close()
    expect(existsSync(path)).toBe(false)
  })
})

function asking(bytes: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(path)
    socket.on('error', reject).write(bytes, () => resolve(socket))
  })
}
