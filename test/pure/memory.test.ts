import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { describe, expect, test, vi } from 'vitest'
import { collectWhenIdle, createLook } from '../../server/core/idle-memory.ts'

/** The default, 16 MB for each thread, fills with garbage before it is collected. */
const flag = '--max-semi-space-size=4'

test.each([
  ['npm start', 'package.json', /(?:exec|\|\|) node (.*?)server\/main\.ts/g, 2],
  ['the Docker image', 'Dockerfile', /^CMD \["node", (.*?)"server\/main\.ts"\]$/gm, 1],
  ['systemd', 'deploy/frontdesk.service', /^ExecStart=\S+\/node (.*?)server\/main\.ts$/gm, 1],
])('%s starts the server with a small young generation', (_, file, command, count) => {
  const flags = [...readFileSync(file, 'utf8').matchAll(command)].map(([, given]) => given)
  expect(flags).toEqual(Array.from({ length: count }, () => expect.stringContaining(flag)))
})

describe('an idle server', () => {
  const megabyte = 1024 * 1024
  function host() {
    const state = { heap: 150, load: 0, collected: 0 }
    const look = createLook({
      heapBytes: () => state.heap * megabyte,
      load: () => state.load,
      collect() {
        state.collected++
        state.heap = 60
      },
    })
    return { state, look }
  }

  test('returns memory once, and again after its heap has grown', () => {
    const { state, look } = host()
    look()
    look()
    expect(state).toMatchObject({ heap: 60, collected: 1 })
    state.heap = 60 + 31
    look()
    expect(state.collected).toBe(1)
    state.heap = 60 + 32
    look()
    expect(state).toMatchObject({ heap: 60, collected: 2 })
  })

  test('is the only one that does', () => {
    const { state, look } = host()
    state.load = 0.03
    look()
    expect(state.collected).toBe(0)
  })

  test('collects in this process', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    vi.spyOn(process, 'memoryUsage').mockReturnValue({ ...process.memoryUsage(), heapTotal: 10 ** 12 })
    vi.spyOn(performance, 'eventLoopUtilization').mockReturnValue({ idle: 1, active: 0, utilization: 0 })
    const garbage = new WeakRef({ some: 'garbage' })
    const stop = collectWhenIdle()
    // A reference that was made in this turn is kept until it ends.
    await new Promise(setImmediate)
    vi.advanceTimersByTime(30_000)
    expect(garbage.deref()).toBeUndefined()
    stop()
    vi.useRealTimers()
  })
})
