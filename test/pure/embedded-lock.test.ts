import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createGuard, type Lock, takeLock } from '../../server/database/embedded/lock.ts'
import { isAlive, ownIdentity } from '../../server/database/embedded/process.ts'

let folder: string
let path: string
const taken: Lock[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'))
  path = join(folder, 'db.lock')
})

afterEach(() => {
  for (const lock of taken.splice(0)) lock.release()
  rmSync(folder, { recursive: true })
})

async function take(beatMs?: number, where = path): Promise<Lock> {
  const lock = await takeLock(where, beatMs)
  taken.push(lock)
  return lock
}

const owner = (fields: object) => JSON.stringify({ pid: 7, host: '', port: 9, token: 'theirs', ...fields })
const stored = () => JSON.parse(readFileSync(path, 'utf8'))

/** Takes the lock in another process. */
async function takeElsewhere() {
  const module = JSON.stringify(new URL('../../server/database/embedded/lock.ts', import.meta.url).href)
  const text = `const { takeLock } = await import(${module}); await takeLock(process.argv[1]); console.log(1); setInterval(() => {}, 1e6)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', text, path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return {
    pid: child.pid!,
    signal: (name: NodeJS.Signals) => process.kill(child.pid!, name),
    async end() {
      process.kill(child.pid!, 'SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}

test('a lock is held by one owner, who releases it and leaves nothing behind', async () => {
  const lock = await takeLock(path)
  await expect(takeLock(path)).rejects.toThrow(new RegExp(`in use by process ${process.pid} `))
  lock.release()
  expect(readdirSync(folder)).toEqual([])
  await take()
})

test.each([
  ['whose owner is gone', owner({})],
  ['with a port that is none', owner({ port: 70_000 })],
  ['that names another file as its socket', owner({ socket: 'db' })],
  ['that is empty', ''],
  ['that is not one', '{"pid":'],
])('a lock file %s is replaced', async (_, text) => {
  writeFileSync(path, text)
  const lock = await takeLock(path, 10)
  await expect(takeLock(path, 10)).rejects.toThrow(/in use/)
  lock.release()
  expect(readdirSync(folder)).toEqual([])
})

test('of 20 that find the same dead owner, one gets the lock', async () => {
  writeFileSync(path, owner({}))
  const all = await Promise.allSettled(Array.from({ length: 20 }, () => takeLock(path, 10)))
  const won = all.filter((result) => result.status === 'fulfilled')
  expect(won).toHaveLength(1)
  for (const { value } of won) value.release()
  expect(readdirSync(folder)).toEqual([])
})

describe('a living owner', () => {
  test('keeps its lock while it is suspended, and afterwards; once it is dead the lock is free', async () => {
    const other = await takeElsewhere()
    try {
      other.signal('SIGSTOP')
      const refusal = `in use by process ${other.pid} on ${hostname()}, which does not respond: it is suspended or overloaded`
      await expect(takeLock(path, 10)).rejects.toThrow(refusal)
      other.signal('SIGCONT')
      await expect(takeLock(path, 10)).rejects.toThrow('stop that one first')
    } finally {
      await other.end()
    }
    await take()
    expect(readdirSync(folder)).toHaveLength(2)
  })

  test('keeps its lock without its socket, if the machine can identify processes', async () => {
    await take(1000)
    rmSync(join(folder, stored().socket))
    await expect(takeLock(path, 10)).rejects.toThrow('in use')
  })

  test('keeps its lock in a folder whose path is too long for a socket', async () => {
    path = join(folder, 'x'.repeat(100), 'db.lock')
    mkdirSync(join(folder, 'x'.repeat(100)))
    await take()
    expect(stored().port).toBeGreaterThan(0)
    await expect(takeLock(path)).rejects.toThrow('in use')
  })

  test('on another machine, out of reach, is recognised by the time of the file', async () => {
    writeFileSync(path, owner({ host: 'elsewhere' }))
    const beat = setInterval(() => utimesSync(path, new Date(), new Date()), 5)
    await expect(takeLock(path, 100)).rejects.toThrow('in use by process 7 on elsewhere')
    clearInterval(beat)
    await take(100)
  })

  test('with the same name and process id on another machine keeps its lock as long as it renews it', async () => {
    const lock = await take()
    const elsewhere = { ...stored(), boot: 'another kernel', socket: 'db.00000000.sock' }
    lock.release()
    writeFileSync(path, JSON.stringify(elsewhere))
    const beat = setInterval(() => utimesSync(path, new Date(), new Date()), 5)
    await expect(takeLock(path, 100)).rejects.toThrow('in use by process')
    clearInterval(beat)
  })

  test('in another container has its own ports: it keeps its lock as long as it renews it', async () => {
    writeFileSync(path, owner({ host: hostname() }))
    const beat = setInterval(() => utimesSync(path, new Date(), new Date()), 5)
    await expect(takeLock(path, 100)).rejects.toThrow('in use by process 7')
    clearInterval(beat)
  })

  test('is looked up by its id only if ids are those of this machine and container', () => {
    const mine = ownIdentity()
    const { started, ...nameless } = mine
    expect([isAlive(mine, mine), isAlive({ ...mine, started: `${started}0` }, mine)]).toEqual([true, false])
    const others = [nameless, { ...mine, boot: 'another kernel' }, { ...mine, pids: 'another container' }]
    expect(others.map((other) => isAlive(other, mine))).toEqual([undefined, undefined, undefined])
    expect(isAlive(mine, nameless)).toBeUndefined()
  })

  test('that answers on a port, but says nothing, is not considered dead', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as { port: number }
    writeFileSync(path, owner({ host: hostname(), port }))
    await expect(takeLock(path, 10)).rejects.toThrow(`If there is no such process, delete ${path}`)
    silent.close()
  })
})

describe('a dead owner', () => {
  test('whose process id was reused loses its lock', async () => {
    const other = await takeElsewhere()
    await other.end()
    writeFileSync(path, JSON.stringify({ ...stored(), pid: process.pid }))
    await take(60_000)
  })

  test('whose port was reused loses its lock', async () => {
    const foreign = createServer((socket) => socket.end('SSH-2.0')).listen(0, '127.0.0.1')
    await once(foreign, 'listening')
    writeFileSync(path, owner({ host: hostname(), port: (foreign.address() as { port: number }).port }))
    await take(10)
    foreign.close()
  })

  test('is that of a copied folder, whose original is in use', async () => {
    await take()
    const copy = mkdtempSync(join(tmpdir(), 'lock-'))
    cpSync(path, join(copy, 'db.lock'))
    // As cp -a leaves it: a socket without a process.
    writeFileSync(join(copy, stored().socket), '')
    await take(60_000, join(copy, 'db.lock'))
    taken.pop()!.release()
    rmSync(copy, { recursive: true })
  })
})

describe('a lock file that is removed or replaced', () => {
  test.each([
    ['taken away', () => rmSync(path), /was removed/],
    ['replaced', () => writeFileSync(path, owner({ host: 'elsewhere' })), /was taken over by process 7 on elsewhere/],
  ])('%s: the guard reports it permanently, and the owner is notified once', async (_, change, reason) => {
    const lock = await take(10)
    const guard = createGuard(lock.held())
    const lost: string[] = []
    lock.watch((text) => lost.push(text))
    expect(guard()).toBeUndefined()
    change()
    expect(guard()).toMatch(reason)
    await vi.waitFor(() => expect(lost).toHaveLength(1))
    await lock.regain()
    expect(guard()).toMatch(reason)
    expect(createGuard(lock.held())()).toBeUndefined()
    expect(lost).toEqual([expect.stringMatching(reason)])
  })

  test('by a living owner cannot be taken back', async () => {
    const lock = await take(10)
    rmSync(path)
    await take(10)
    await expect(lock.regain()).rejects.toThrow('in use')
  })

  test('passes the guard if the file was renewed or rewritten unchanged', async () => {
    const lock = await take(60_000)
    const guard = createGuard(lock.held())
    for (const change of [() => utimesSync(path, 1, 1), () => writeFileSync(path, readFileSync(path))]) {
      change()
      expect(guard()).toBeUndefined()
    }
    expect(existsSync(path)).toBe(true)
  })
})
