import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { compileFunction, runInNewContext } from 'node:vm'
import { Ajv } from '@redocly/ajv'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Bridge } from '../../desktop/bridge.ts'
import { linkScheme } from '../../desktop/main/address.ts'
import { appId } from '../../desktop/main/desktop.ts'
import { fakeElectron } from '../support/fake-electron.ts'

const read = (path: string) => readFileSync(path, 'utf8')
const builder = JSON.parse(read('desktop/builder.json'))

beforeAll(() => void execFileSync(process.execPath, ['build.ts', '--stale', 'desktop']))

describe('the built preload', () => {
  /** Runs it as Electron's sandbox does, where `require` knows little; gives what the page gets. */
  function run(protocol: string) {
    const exposed: Record<string, unknown> = {}
    const asked: string[] = []
    const electron = {
      contextBridge: { exposeInMainWorld: (name: string, api: unknown) => Object.assign(exposed, { [name]: api }) },
      ipcRenderer: { invoke: async () => {}, on: () => {} },
    }
    const require = (name: string) => {
      asked.push(name)
      return electron
    }
    const process = { argv: ['--frontdesk-version=1.2.3'], platform: 'linux' }
    runInNewContext(read('dist/desktop/preload.cjs'), {
      require,
      exports: {},
      module: {},
      process,
      location: { protocol },
    })
    return { exposed, asked }
  }

  test('is one CommonJS file that requires nothing but electron', () => {
    const text = read('dist/desktop/preload.cjs')
    expect(text).not.toMatch(/^\s*(import|export)\b|\bimport\(/m)
    expect(readdirSync('dist/desktop').filter((name) => /\.c?js$/.test(name))).toEqual(['main.cjs', 'preload.cjs'])
    expect(run('https:').asked).toEqual(['electron'])
  })

  test('gives the dashboard its bridge, and the app’s own pages theirs', () => {
    const { frontdesk, ...none } = run('https:').exposed
    expect(frontdesk as Bridge).toMatchObject({ version: '1.2.3', platform: 'linux' })
    expect(none).toEqual({})
    expect(Object.keys(run('frontdesk-page:').exposed)).toEqual(['frontdeskPages'])
  })

  test('hands the page none of Electron’s own', () => {
    const { frontdesk } = run('https:').exposed
    expect(Object.keys(frontdesk as object).sort()).toEqual([
      'badge',
      'dismiss',
      'notify',
      'onAvailability',
      'onOpen',
      'onReply',
      'onTakeover',
      'platform',
      'setAvailable',
      'version',
    ])
  })
})

test('main is one CommonJS file that requires electron and parts of Node', () => {
  const required = [...read('dist/desktop/main.cjs').matchAll(/^let \w+ = require\("([^"]+)"\)/gm)].map(
    ([, name]) => name,
  )
  expect(required).toContain('electron')
  expect(required.filter((name) => name !== 'electron' && !name?.startsWith('node:'))).toEqual([])
})

test('the built main starts, with the pages that were built beside it', async () => {
  const fetch = async () => new Response('')
  const fake = fakeElectron({ fetch })
  const require = (name: string) => (name === 'electron' ? fake.electron : process.getBuiltinModule(name))
  const start = compileFunction(read('dist/desktop/main.cjs'), ['require', 'module', 'exports', 'setInterval'])
  start(require, {}, {}, () => {})
  await expect.poll(() => fake.contents.url()).toBe('frontdesk-page://app/welcome.html')
  expect(fake.names()).toContain('sandbox')
})

test('the app’s manifest has the product’s version, and nothing to install', () => {
  const manifest = JSON.parse(read('dist/desktop/package.json'))
  expect(manifest).toMatchObject({ main: 'main.cjs', version: JSON.parse(read('package.json')).version })
  expect(manifest).not.toHaveProperty('dependencies')
})

test('every picture that is named is there', () => {
  const names = [
    'icon',
    ...['tray', 'tray-waiting', 'trayTemplate', 'tray-waitingTemplate', 'overlay'].flatMap((name) => [
      name,
      `${name}@2x`,
    ]),
  ]
  expect(readdirSync('dist/desktop/icons').sort()).toEqual(names.map((name) => `${name}.png`).sort())
})

describe('the configuration of the installers', () => {
  test('is what its schema says', () => {
    const schema = JSON.parse(read('test/support/builder-schema.json'))
    const validate = new Ajv({ strict: false }).compile(schema)
    expect([validate(builder), validate.errors]).toEqual([true, null])
    expect(validate({ ...builder, electronFuses: { ...builder.electronFuses, runAsNod: false } })).toBe(false)
  })

  test('[threat 21] turns off what makes of the app something else', () => {
    expect(builder.electronFuses).toEqual({
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      loadBrowserProcessSpecificV8Snapshot: false,
      grantFileProtocolExtraPrivileges: false,
    })
    expect(builder.asar).toBe(true)
  })

  test('makes installers for each system, of what was built alone, under the name that the app goes by', () => {
    expect(builder).toMatchObject({
      appId,
      directories: { app: 'dist/desktop' },
      protocols: [{ schemes: [linkScheme] }],
      linux: { target: ['AppImage', 'deb'] },
      mac: { target: ['dmg', 'zip'] },
      win: { target: ['nsis'] },
      publish: null,
    })
  })
})
