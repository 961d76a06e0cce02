import { kill, pid, platform } from 'node:process'
import { expect, onTestFinished, test } from 'vitest'
import { silentLog } from '../../server/core/log.ts'
import { Unreadable } from '../../server/core/reader.ts'
import { createIsolatedReader } from '../../server/features/knowledge/reading/isolated.ts'
import { slow } from '../support/bombs.ts'
import { createTestClock, type TestClock } from '../support/clock.ts'
import { environmentOf, flagsOf, prioritiesOf, readersOf } from '../support/reader-process.ts'

const bytesOf = (text: string | Uint8Array) => new Uint8Array(Buffer.from(text as string))
const unaborted = new AbortController().signal

function openReader(patience?: TestClock) {
  const clock = createTestClock()
  const warnings: object[] = []
  const log = { ...silentLog, warn: (fields: object) => void warnings.push(fields) }
  const reader = createIsolatedReader(clock, log, patience)
  onTestFinished(() => reader.close())
  const read = (text: string) => reader.readFile('txt', bytesOf(text), unaborted)
  return { clock, warnings, reader, read }
}

test('a page, a sitemap and a file are read in a process like in a thread; unreadable ones stay so', async () => {
  const { reader, warnings } = openReader()
  const html = '<html lang="de"><meta name="robots" content="noindex"><h1>Hours</h1><p>We open at nine.</p>'
  const page = await reader.readPage(html, 'https://shop.example/')
  expect(page).toMatchObject({ markdown: '# Hours\n\nWe open at nine.', language: 'de', robots: new Set(['noindex']) })
  const sitemap = '<urlset><url><loc>https://shop.example/a</loc></url></urlset>'
  expect(
    (await reader.readSitemap(bytesOf(sitemap), 'https://shop.example/sitemap.xml', 'https://shop.example/')).pages,
  ).toEqual(['https://shop.example/a'])
  const bytes = bytesOf('We open at nine.')
  expect((await reader.readFile('txt', bytes, unaborted)).markdown).toBe('We open at nine.')
  const fault = await reader.readFile('json', bytesOf('[['), unaborted).catch((error) => error)
  expect(fault).toBeInstanceOf(Unreadable)
  expect([fault.message, fault.reason]).toEqual([expect.stringMatching(/no valid JSON/), 'file_no_json'])
  expect(warnings).toEqual([])
})

test('aborted work ends, even while it waits; what waits behind it is read', async () => {
  const { reader, read } = openReader()
  const unwanted = new AbortController()
  const slowly = () => reader.readFile('pdf', bytesOf(slow()), unwanted.signal)
  const [first, second, next] = [slowly(), slowly(), read('We open at nine.')]
  // Pages are read next to files, so when this one is read, reading the first file has begun.
  await reader.readPage('<p>Text</p>', 'https://shop.example/')
  unwanted.abort()
  expect(await Promise.allSettled([first, second])).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }])
  expect((await next).markdown).toBe('We open at nine.')
})

test('a closing reader aborts its work and what waits, and reads no more', async () => {
  const { reader, read, warnings } = openReader()
  const reading = [reader.readFile('pdf', bytesOf(slow()), unaborted), read('We open at nine.')]
  const settled = Promise.allSettled(reading)
  await reader.readPage('<p>Text</p>', 'https://shop.example/')
  await reader.close()
  const fault = { status: 'rejected', reason: new Error('The server is shutting down.') }
  expect(await settled).toEqual([fault, fault])
  await expect(read('More')).rejects.toThrow('The server is shutting down.')
  expect(warnings).toEqual([])
})

if (platform === 'linux') {
  const ours = () => readersOf(pid)

  test('the reading process has low priority, an empty environment, little memory, and ends when idle', async () => {
    const { clock, read, warnings } = openReader()
    const before = ours()
    await read('We open at nine.')
    const [child = 0] = ours().filter((id) => !before.includes(id))
    expect(new Set(prioritiesOf(child))).toEqual(new Set([Math.min(19, Math.min(...prioritiesOf(pid)) + 10)]))
    for (const one of environmentOf(child))
      expect(one).toMatch(/^NODE_(CHANNEL_(FD|SERIALIZATION_MODE)|COMPILE_CACHE)=/)
    expect(flagsOf(child)).toEqual(['--max-semi-space-size=4'])
    clock.move(59_999)
    expect(ours()).toContain(child)
    clock.move(1)
    await expect.poll(ours).not.toContain(child)
    expect((await read('We close at five.')).markdown).toBe('We close at five.')
    expect(warnings).toEqual([])
  })

  test('a file during which the process ends is retried once, and then unreadable; the next one is read', async () => {
    const { reader, read, warnings } = openReader()
    const before = ours()
    const [reading, next] = [reader.readFile('pdf', bytesOf(slow()), unaborted), read('We open at nine.')]
    const told = expect(reading).rejects.toMatchObject({ reason: 'file_memory' })
    for (let time = 1; time <= 2; time++) {
      // A page waits for the same process.
      expect((await reader.readPage('<p>Text</p>', 'https://shop.example/')).markdown).toBe('Text')
      for (const id of ours().filter((id) => !before.includes(id))) kill(id, 'SIGKILL')
      await expect.poll(() => warnings.length).toBe(time)
    }
    await told
    expect((await next).markdown).toBe('We open at nine.')
    expect(warnings).toEqual([1, 2].map(() => ({ code: null, signal: 'SIGKILL', words: '' })))
  })

  test('a suspended process is ended when it does not respond, and another one reads [threat 13]', async () => {
    const patience = createTestClock()
    const { reader, read, warnings } = openReader(patience)
    const before = ours()
    await read('We open at nine.')
    const [child = 0] = ours().filter((id) => !before.includes(id))
    kill(child, 'SIGSTOP')
    const waits = patience.nextTimer(120_000)
    const reading = reader.readPage('<p>Text</p>', 'https://shop.example/')
    await waits
    patience.move(119_999)
    expect(ours()).toContain(child)
    patience.move(1)
    expect((await reading).markdown).toBe('Text')
    expect(ours()).not.toContain(child)
    expect(warnings).toEqual([{ what: 'readPage' }, { code: null, signal: 'SIGKILL', words: '' }])
    expect(patience.timers()).toBe(0)
  }, 90_000)

  test('a signal to all processes of a terminal or a service does not end reading: the server does', async () => {
    const { reader, read, warnings } = openReader()
    const before = ours()
    await read('We open at nine.')
    const children = ours().filter((id) => !before.includes(id))
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) for (const id of children) kill(id, signal)
    await reader.readPage('<p>Text</p>', 'https://shop.example/')
    expect(ours()).toEqual(expect.arrayContaining(children))
    expect(warnings).toEqual([])
  })
}
