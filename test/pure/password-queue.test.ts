import { expect, test } from 'vitest'
import type { Services } from '../../server/core/context.ts'
import { inPasswordQueue } from '../../server/features/accounts/password-queue.ts'

/** A queue whose work ends when the test says so. */
function createQueue() {
  const services = {} as Services
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const enter = (name: string, isKnown = false) =>
    inPasswordQueue(services, isKnown, () => {
      started.push(name)
      return new Promise<void>((resolve) => ends.set(name, resolve))
    })
  const end = async (name: string) => {
    ends.get(name)?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { services, started, enter, end }
}

test('password checks run two at a time, in order, and twenty wait; further ones are rejected at once', async () => {
  const { started, enter, end } = createQueue()
  const entered = Array.from({ length: 22 }, (_, at) => enter(`n${at}`))
  expect(started).toEqual(['n0', 'n1'])
  await expect(enter('n22')).rejects.toMatchObject({ status: 429, retryAfter: 5 })
  for (let at = 0; at < 22; at++) await end(`n${at}`)
  await Promise.all(entered)
  expect(started).toEqual(Array.from({ length: 22 }, (_, at) => `n${at}`))
})

test('a known caller goes before all others and has room when they have none', async () => {
  const { started, enter, end } = createQueue()
  const entered = Array.from({ length: 22 }, (_, at) => enter(`n${at}`))
  entered.push(enter('known', true))
  await end('n0')
  expect(started).toEqual(['n0', 'n1', 'known'])
  for (const name of ['known', ...Array.from({ length: 22 }, (_, at) => `n${at}`)]) await end(name)
  await Promise.all(entered)
})

test('a failed check gives its place to the next', async () => {
  const { services, started, enter, end } = createQueue()
  const fail = () => inPasswordQueue(services, false, () => Promise.reject(new Error('failed')))
  for (let at = 0; at < 3; at++) await expect(fail()).rejects.toThrow('failed')
  const entered = [enter('one'), enter('two'), enter('three')]
  expect(started).toEqual(['one', 'two'])
  await end('one')
  expect(started).toEqual(['one', 'two', 'three'])
  for (const name of ['two', 'three']) await end(name)
  await Promise.all(entered)
})
