import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from '../../server/config.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'config-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function fileWith(text: string, name = 'frontdesk.config.json'): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

/** Reads a configuration with this file. */
const read = (environment: Record<string, string>, file: unknown = {}) =>
  readConfig({ SVC_CONFIG: fileWith(typeof file === 'string' ? file : JSON.stringify(file)), ...environment })

function faultsOf(environment: Record<string, string>, file: unknown = {}): string[] {
  try {
    read(environment, file)
  } catch (error) {
    if (error instanceof ConfigError) return error.lines
    throw error
  }
  return []
}

describe('without any setting', () => {
  test('the server is only for this machine, with one site, its own database and any available model', () => {
    const config = read({})
    expect(config).toMatchObject({ host: '127.0.0.1', port: 8787, baseUrl: 'http://127.0.0.1:8787', trustProxy: [] })
    expect(config).toMatchObject({ databaseUrl: undefined, secret: undefined, adminKey: undefined })
    expect(config).toMatchObject({ ownerEmail: 'owner@localhost', ollamaHost: 'http://127.0.0.1:11434' })
    expect(config.sites.map(({ id }) => id)).toEqual(['demo'])
    expect(config.ai.provider).toBe('auto')
    expect(config.timings).toEqual({
      completeAfterMinutes: 5,
      webhookRetryMinutes: [1, 5, 30, 120, 360],
      webhookTimeoutSeconds: 8,
      reminderHours: 24,
      eventDays: 30,
    })
  })

  test('an empty value counts as missing', () => {
    expect(read({ BASE_URL: '', DATABASE_URL: '', PORT: '' })).toMatchObject({ port: 8787, databaseUrl: undefined })
  })
})

describe('each error is a line that names it', () => {
  test('in the environment, without the value of a secret', () => {
    const lines = faultsOf({
      PORT: 'eighty',
      BASE_URL: 'desk.example.com',
      DATABASE_URL: 'mysql://db',
      SVC_SECRET: 'short',
      ADMIN_API_KEY: 'short',
      OWNER_EMAIL: 'nobody',
      TRUST_PROXY: '10.0.0.0/8, proxy',
      COUNTRY_HEADER: 'CF IPCountry',
      LOG_LEVEL: 'loud',
    })
    const names = 'PORT BASE_URL DATABASE_URL SVC_SECRET ADMIN_API_KEY OWNER_EMAIL TRUST_PROXY COUNTRY_HEADER LOG_LEVEL'
    expect(lines.map((line) => line.split(' ')[0]).join(' ')).toBe(names)
    expect(lines.join()).not.toMatch(/short/)
  })

  test.each([
    ['PORT', ' '],
    ['PORT', '-1'],
    ['PORT', '65536'],
    ['PORT', '80.5'],
    ['PORT', '0x50'],
    ['BASE_URL', 'https://desk.example.com/?a=1'],
    ['BASE_URL', 'https://desk.example.com/#top'],
    ['BASE_URL', 'https://me:secret@desk.example.com'],
    ['TRUST_PROXY', '192.168/16'],
    ['TRUST_PROXY', '10'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.1:80'],
    ['OWNER_EMAIL', 'ann@example.com, bob@example.com'],
    ['LOG_LEVEL', 'DEBUG'],
    ['OLLAMA_HOST', 'http://'],
    ['OLLAMA_HOST', 'ftp://models.example'],
    ['OLLAMA_HOST', 'two words'],
    ['OLLAMA_HOST', 'http://me:%zz-secret@models.example'],
  ])('%s is not %j', (name, value) => {
    const lines = faultsOf({ [name]: value })
    expect(lines).toEqual([expect.stringMatching(new RegExp(`^${name} `))])
    expect(lines.join()).not.toContain('secret')
  })

  test('in the file, with its path', () => {
    const file = { sites: [{ id: 'No Id' }], timings: { eventDays: -1 }, ai: { provider: 'magic' } }
    const places = faultsOf({}, file).map((line) => / (\S+) /.exec(line.slice(line.indexOf(': ')))?.[1])
    expect(places).toEqual(['sites.0.id', 'ai.provider', 'timings.eventDays'])
  })

  test('for a file that is not JSON, or does not exist', () => {
    expect(faultsOf({}, '{ "sites": ')).toEqual([expect.stringContaining('frontdesk.config.json: ')])
    expect(faultsOf({ SVC_CONFIG: join(folder, 'none.json') })).toEqual([expect.stringContaining('none.json: ')])
  })

  test.each(['0.0.0.0', '::', '0', '::0', '0:0:0:0:0:0:0:0'])('HOST %s without BASE_URL', (HOST) => {
    expect(faultsOf({ HOST })).toEqual([`BASE_URL is required when HOST is ${HOST}`])
    expect(read({ HOST, BASE_URL: 'https://desk.example.com/' }).baseUrl).toBe('https://desk.example.com')
  })

  test('between values', () => {
    const file = { ai: { provider: 'openai' }, sites: [{ id: 'one' }, { id: 'one' }] }
    expect(faultsOf({ DATABASE_URL: 'postgres://127.0.0.1/desk', COUNTRY_HEADER: 'CF-IPCountry' }, file)).toEqual([
      'SVC_SECRET is required when DATABASE_URL is set',
      'ai.baseUrl is required when ai.provider is openai',
      'TRUST_PROXY is required when COUNTRY_HEADER is set, because clients could otherwise set the header themselves',
      'sites: one is listed twice',
    ])
  })
})

describe('secrets from files', () => {
  test.each([
    ['SVC_SECRET', 'secret'],
    ['ADMIN_API_KEY', 'adminKey'],
    ['DATABASE_URL', 'databaseUrl'],
  ] as const)('%s_FILE', (name, key) => {
    const value = name === 'DATABASE_URL' ? 'postgres://127.0.0.1/desk' : 'a secret of the tests'
    const secret: Record<string, string> = name === 'DATABASE_URL' ? { SVC_SECRET: 'a secret of the tests' } : {}
    expect(read({ [`${name}_FILE`]: fileWith(`${value}\n`, name), ...secret })[key]).toBe(value)
  })

  test('set twice, or from a missing file', () => {
    const missing = join(folder, 'missing')
    expect(faultsOf({ ADMIN_API_KEY: 'an admin key of the tests', ADMIN_API_KEY_FILE: missing })).toEqual([
      'ADMIN_API_KEY and ADMIN_API_KEY_FILE are both set',
      expect.stringMatching(/^ADMIN_API_KEY_FILE: .*missing/),
    ])
  })
})

test('an unknown key of the file is a warning, not an error [U41]', () => {
  const { warnings } = read(
    {},
    {
      sites: [{ id: 'demo', colour: 'red', widget: { brand: { shadow: 1 } } }],
      tmings: {},
      outbond: {},
    },
  )
  const named = [
    'sites.0.colour',
    'sites.0.widget.brand.shadow',
    'tmings. Did you mean timings?',
    'outbond. Did you mean outbound?',
  ]
  expect(warnings.map((line) => line.split(': ')[1])).toEqual(named.map((key) => `unknown key ${key}`))
})

test('a BASE_URL with a path is refused, because the dashboard needs a host name of its own', () => {
  for (const BASE_URL of ['http://shop.example/desk', 'https://shop.example:8443/a/b/'])
    expect(() => readConfig({ BASE_URL })).toThrow('BASE_URL must not have a path, query or fragment')
  expect(readConfig({ BASE_URL: 'https://desk.example/' }).baseUrl).toBe('https://desk.example')
})
