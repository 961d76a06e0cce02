import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { howToBuild } from '../../server/built.ts'

test('a server without its pages says how to build them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'built-'))
  const state = () => howToBuild(pathToFileURL(`${folder}/`))
  expect(state()).toContain('npm run build')
  for (const [part, file] of [
    ['dashboard', 'index.html'],
    ['widget', 'loader.js'],
  ] as const) {
    expect(state()).toBeDefined()
    mkdirSync(join(folder, part))
    writeFileSync(join(folder, part, file), '')
  }
  expect(state()).toBeUndefined()
  rmSync(folder, { recursive: true })
})
