import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { command } from '../../server/commands/backup.ts'
import type { Cli } from '../../server/commands/command.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backup-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Runs the command; `runTask` writes the snapshot. */
const backUp = (target: string, runTask: Cli['runTask']) =>
  command.run({ runTask } as unknown as Cli, { positionals: [target], values: {} })

test.each<[string, Cli['runTask'], RegExp]>([
  [
    'breaks off',
    async (_, data) => {
      await data?.(Buffer.from('the beginning of a snapshot'))
      throw new Error('The server ended.')
    },
    /The server ended/,
  ],
  ['is damaged', async (_, data) => await data?.(Buffer.from('no snapshot')), /is not a backup|damaged/],
])('a backup that %s leaves no file, and keeps the older one', async (_, runTask, error) => {
  const path = join(folder, 'all.backup')
  writeFileSync(path, 'the older one')
  await expect(backUp(path, runTask)).rejects.toThrow(error)
  await expect(backUp(folder, runTask)).rejects.toThrow(error)
  expect(readdirSync(folder)).toEqual(['all.backup'])
  expect(readFileSync(path, 'utf8')).toBe('the older one')
})

test('a backup into a place that does not exist says which, before anything is read', async () => {
  let isRead = false
  const runTask = async () => {
    isRead = true
  }
  const missing = join(folder, 'none', 'all.backup')
  await expect(backUp(missing, runTask)).rejects.toThrow(`${missing} cannot be written`)
  writeFileSync(join(folder, 'file'), '')
  const below = join(folder, 'file', 'all.backup')
  await expect(backUp(below, runTask)).rejects.toThrow(`${below} cannot be written`)
  expect(isRead).toBe(false)
})
