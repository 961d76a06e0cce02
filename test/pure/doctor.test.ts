import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Cli } from '../../server/commands/command.ts'
import { command } from '../../server/commands/doctor.ts'
import { readConfig } from '../../server/config.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'doctor-'))
  writeFileSync(join(folder, 'config.json'), '{}')
})
afterEach(() => rmSync(folder, { recursive: true }))

/** What doctor prints on a machine with this environment, on which no server runs, and its error. */
async function examine(environment: Record<string, string> = {}): Promise<{ text: string; error: string | undefined }> {
  const lines: string[] = []
  const cli = {
    out: { line: (text: string) => lines.push(text) },
    config: () =>
      readConfig({ DATA_DIR: join(folder, 'data'), SVC_CONFIG: join(folder, 'config.json'), ...environment }),
    runTask: () => Promise.reject(new Error('nothing listens there (ECONNREFUSED)')),
  } as unknown as Cli
  const error = await command.run(cli, { values: {}, positionals: [] }).then(
    () => undefined,
    ({ message }: Error) => message,
  )
  return { text: lines.join('\n'), error }
}

test('doctor reports each invalid setting, and nothing that depends on them', async () => {
  const { text, error } = await examine({ PORT: 'many', RETENTION_DAYS: 'x' })
  expect(text).toMatch(/^fail {2}settings .*PORT/m)
  expect(text).not.toMatch(/data folder|database/)
  expect(error).toMatch(/^\d checks? of \d failed\.$/)
})

test('doctor before the first start finds what will be created, and fails at nothing', async () => {
  const { text } = await examine()
  expect(text).toMatch(/^ok {4}data folder .*will be created/m)
  expect(text).toMatch(/^ok {4}secret .*will be created/m)
  expect(text).toMatch(/^ok {4}database .*will be created/m)
  expect(text).not.toMatch(/^fail/m)
})

test('doctor says why the database server does not respond', async () => {
  const { text, error } = await examine({
    DATABASE_URL: 'postgres://me:p@127.0.0.1:9/none',
    SVC_SECRET: 'ab'.repeat(32),
  })
  expect(text).toMatch(/^ok {4}data folder .*is not needed with DATABASE_URL$/m)
  expect(text).toMatch(/^fail {2}database +nothing listens there \(ECONNREFUSED\)$/m)
  expect(error).toMatch(/^1 check of \d+ failed\.$/)
})

test('doctor warns of a data folder and a secret that others can read, with the command that helps', async () => {
  const data = join(folder, 'data')
  mkdirSync(data, { mode: 0o700 })
  writeFileSync(join(data, 'secret'), `${'ab'.repeat(32)}\n`, { mode: 0o600 })
  const secure = await examine()
  expect(secure.text).toMatch(/^ok {4}data folder .*private to this user$/m)
  expect(secure.text).toMatch(/^ok {4}secret .*private to this user/m)
  chmodSync(data, 0o755)
  chmodSync(join(data, 'secret'), 0o644)
  const { text } = await examine()
  expect(text).toMatch(new RegExp(`^warn {2}data folder .*\\(mode 755\\)\\n +→ chmod 700 ${data}$`, 'm'))
  expect(text).toMatch(new RegExp(`^warn {2}secret .*\\(mode 644\\)\\n +→ chmod 600 ${join(data, 'secret')}$`, 'm'))
  writeFileSync(join(data, 'secret'), 'short')
  expect((await examine()).text).toMatch(/^fail {2}secret /m)
})
