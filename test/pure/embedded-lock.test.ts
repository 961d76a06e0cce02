import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { takeLock } from '../../server/core/embedded-lock.ts'

let folder: string
let path: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'))
  path = join(folder, 'db.lock')
})

afterEach(() => rmSync(folder, { recursive: true }))

const owner = (fields: object) => JSON.stringify({ pid: 7, host: '', port: 9, token: 'theirs', ...fields })

test('a lock is held by one, who gives it back', async () => {
  const release = await takeLock(path)
  await expect(takeLock(path)).rejects.toThrow(new RegExp(`in use by process ${process.pid} `))
  release()
  expect(existsSync(path)).toBe(false)
  const again = await takeLock(path)
  again()
})

test.each([
  ['whose owner is gone', owner({})],
  ['with a port that is none', owner({ port: 70_000 })],
  ['that is empty', ''],
  ['that is not one', '{"pid":'],
])('a lock file %s is replaced', async (_, text) => {
  writeFileSync(path, text)
  const release = await takeLock(path, 10)
  await expect(takeLock(path, 10)).rejects.toThrow(/in use/)
  release()
  expect(existsSync(path)).toBe(false)
})

test('a lock file that someone removed comes back', async () => {
  const release = await takeLock(path, 10)
  rmSync(path)
  await vi.waitFor(() => expect(existsSync(path)).toBe(true))
  await expect(takeLock(path, 10)).rejects.toThrow(/in use/)
  release()
  expect(existsSync(path)).toBe(false)
})

test('of 20 that find the same dead owner, one gets the lock', async () => {
  writeFileSync(path, owner({}))
  const all = await Promise.allSettled(Array.from({ length: 20 }, () => takeLock(path, 10)))
  const won = all.filter((result) => result.status === 'fulfilled')
  expect(won).toHaveLength(1)
  for (const { value } of won) value()
})

test('an owner on another host, whose port is out of reach, is known by the time of the file', async () => {
  writeFileSync(path, owner({ host: 'elsewhere' }))
  const beat = setInterval(() => utimesSync(path, new Date(), new Date()), 5)
  await expect(takeLock(path, 100)).rejects.toThrow('in use by process 7 on elsewhere')
  clearInterval(beat)
  const release = await takeLock(path, 100)
  release()
})
