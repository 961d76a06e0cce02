import { once } from 'node:events'
import { Duplex } from 'node:stream'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { GuardedSocket, startupPadding } from '../../server/database/server/guarded-socket.ts'
import {
  errorFrame,
  followReady,
  frame,
  queryFrame,
  readyFrame,
  startupFrame,
  syncFrame,
  text,
} from '../../server/database/wire.ts'

/** A fake connection to a database. */
class Way extends Duplex {
  readonly heard: Buffer[] = []

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.heard.push(chunk)
    done()
  }
}

let way: Way
let line: GuardedSocket
let answers: Buffer[]

beforeEach(async () => {
  way = new Way()
  line = new GuardedSocket(async () => way)
  line.on('error', () => {})
  answers = []
  line.on('data', (chunk) => answers.push(chunk))
  line.write(startupFrame([['user', 'me'], ...Object.entries(startupPadding)]))
  await vi.waitFor(() => expect(way.heard).toHaveLength(1))
})

const heard = () => Buffer.concat(way.heard)

/** The types of the returned messages, with the code of an error and the status of a ReadyForQuery. */
function read(): string {
  const all = Buffer.concat(answers.splice(0))
  const found: string[] = []
  for (let at = 0; at < all.length; at += 1 + all.readUInt32BE(at + 1)) {
    const type = String.fromCharCode(all[at]!)
    found.push(type === 'Z' ? `Z${String.fromCharCode(all[at + 5]!)}` : type)
  }
  return found.join(' ')
}

const closed = () => new Promise((resolve) => line.once('close', resolve))

async function begin(): Promise<void> {
  way.push(readyFrame('I'))
  line.write(queryFrame('begin'))
  way.push(readyFrame('T'))
  await vi.waitFor(() => expect(read()).toContain('ZT'))
}

const prepare = (name: string, sql: string) => frame('P', text(name), text(sql), Buffer.alloc(2))
const bind = (name: string) => frame('B', text(''), text(name), Buffer.alloc(6))

describe('the startup packet', () => {
  test('reaches the server without its padding', () => {
    expect(heard()).toEqual(startupFrame([['user', 'me']]))
  })

  test('reaches the server without left-over data', async () => {
    const other = new Way()
    const again = new GuardedSocket(async () => other)
    again.write(Buffer.concat([queryFrame('left over'), syncFrame, startupFrame([['user', 'me']])]))
    await vi.waitFor(() => expect(Buffer.concat(other.heard)).toEqual(startupFrame([['user', 'me']])))
  })

  test('is long enough for the package to write it at once', () => {
    expect(startupFrame(Object.entries(startupPadding)).length).toBeGreaterThan(1024)
  })

  test('that is refused is an error with its code, and the end', async () => {
    const failed = once(line, 'error')
    way.push(errorFrame('53300', 'too many clients'))
    expect((await failed)[0]).toMatchObject({ code: '53300', message: 'too many clients' })
    expect(line.readyState).toBe('closed')
  })
})

describe('a lost connection', () => {
  test('outside of a transaction ends at once', async () => {
    way.push(readyFrame('I'))
    line.write(queryFrame('select 1'))
    way.destroy()
    await closed()
    expect(read()).toBe('ZI')
  })

  test('before it is open ends with the reason', async () => {
    const failed = once(new GuardedSocket(() => Promise.reject(new Error('no way'))), 'error')
    expect((await failed)[0]).toMatchObject({ message: 'no way' })
  })

  test('in a transaction: every statement is answered with an error, until it is rolled back', async () => {
    await begin()
    line.write(queryFrame('insert into things values (1)'))
    way.destroy()
    await vi.waitFor(() => expect(read()).toBe('E ZE'))
    line.write(queryFrame('insert into things values (2)'))
    line.write(queryFrame('rollback to savepoint s1'))
    await vi.waitFor(() => expect(read()).toBe('E ZE E ZE'))
    expect(line.readyState).toBe('open')
    const count = way.heard.length
    line.write(queryFrame('rollback'))
    await closed()
    expect(way.heard).toHaveLength(count)
  })

  test('in a transaction: of two statements sent together, the unanswered one gets an error', async () => {
    await begin()
    line.write(queryFrame('select 1'))
    line.write(queryFrame('select 2'))
    way.push(readyFrame('T'))
    await vi.waitFor(() => expect(read()).toBe('ZT'))
    way.destroy()
    await vi.waitFor(() => expect(read()).toBe('E ZE'))
  })

  test('between a described statement and its Sync: one error, and one ReadyForQuery', async () => {
    await begin()
    line.write(Buffer.concat([prepare('s1', 'select $1'), frame('H')]))
    way.destroy()
    await vi.waitFor(() => expect(read()).toBe('E'))
    line.write(syncFrame)
    await vi.waitFor(() => expect(read()).toBe('ZE'))
  })

  test('ends a commit that was prepared long ago, with an error', async () => {
    await begin()
    line.write(Buffer.concat([prepare('s9', 'commit'), bind('s9'), syncFrame]))
    way.push(readyFrame('I'))
    line.write(queryFrame('begin'))
    way.push(readyFrame('T'))
    await vi.waitFor(() => expect(read()).toBe('ZI ZT'))
    way.destroy()
    const failed = once(line, 'error')
    line.write(Buffer.concat([bind('s9'), syncFrame]))
    expect((await failed)[0]).toMatchObject({ code: '08006' })
  })
})

test('a ReadyForQuery is found however the answer is split', () => {
  const row = frame('D', Buffer.from('Z\0\0\0\x05I, and more text that only looks like one'))
  const all = Buffer.concat([readyFrame('T'), row, frame('C', text('SELECT 1')), readyFrame('I'), row, readyFrame('E')])
  for (let size = 1; size <= all.length; size++) {
    const found: string[] = []
    const follow = followReady((status) => found.push(status))
    for (let at = 0; at < all.length; at += size) follow(all.subarray(at, at + size))
    expect(found).toEqual(['T', 'I', 'E'])
  }
})
