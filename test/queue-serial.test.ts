import { describe, expect, test } from 'vitest'
import type { Task } from '../server/core/queue.ts'
import { patience } from './support/live.ts'
import {
  add,
  clock,
  die,
  forEachTest,
  isEmpty,
  isServer,
  leased,
  other,
  settle,
  sql,
  start,
  waiting,
} from './support/queue.ts'
import { createGate } from './support/steps.ts'

forEachTest()

const numbers = (count: number) => Array.from({ length: count }, (_, number) => number)

describe('tasks of one key', () => {
  test('run one at a time over all servers, in the order in which they were enqueued', async () => {
    const ran: number[] = []
    let running = 0
    let most = 0
    const run = async ({ data }: Task) => {
      most = Math.max(most, ++running)
      await sql`select 1`
      ran.push(data.number as number)
      running--
    }
    await Promise.all([start({ work: { run } }), start({ work: { run } })])
    for (const number of numbers(20)) await add({ key: 'one', data: { number } })
    await settle()
    await isEmpty()
    expect([ran, most]).toEqual([numbers(20), 1])
  })

  test('wait for one that is retried, and no others do', async () => {
    const ran: string[] = []
    const run = async ({ data, failures }: Task) => {
      ran.push(`${data.name} ${failures + 1}`)
      if (data.name === 'first' && failures < 2) throw new Error('not yet')
    }
    await start({ work: { run, retry: [1_000, 1_000] } })
    for (const name of ['first', 'second', 'third']) await add({ key: 'one', data: { name } })
    await add({ key: 'two', data: { name: 'another key' } })
    await add({ key: 'one', site: 'other', data: { name: 'another site' } })
    await settle()
    await expect.poll(leased, patience).toBe(0)
    expect(ran.splice(0)).toEqual(['first 1', 'another key 1', 'another site 1'])
    for (const seen of [['first 2'], ['first 3', 'second 1', 'third 1']]) {
      clock.move(1_000)
      await settle()
      await expect.poll(() => ran, patience).toEqual(seen)
      await expect.poll(leased, patience).toBe(0)
      ran.length = 0
    }
    await isEmpty()
  })

  test('do not wait for one that is given up, nor for one that is removed', async () => {
    const ran: number[] = []
    const run = async ({ data }: Task) => {
      ran.push(data.number as number)
      if (data.number === 1) throw new Error('never')
    }
    const later = clock.now() + 60_000
    await add({ key: 'one', at: later, data: { number: 0 } })
    for (const number of [1, 2]) await add({ key: 'one', data: { number } })
    await start({ work: { run } })
    await settle()
    expect(ran).toEqual([])
    await sql`delete from queue where run_at = ${later}`
    await settle()
    await isEmpty()
    expect(ran).toEqual([1, 2])
  })

  test('wait for one whose server died, until another has run it', async () => {
    const gate = createGate()
    const ran: string[] = []
    const first = await start({ work: { run: () => gate.passed() } })
    await add({ key: 'one', data: { name: 'first' } })
    await add({ key: 'one', data: { name: 'second' } })
    first.wake()
    await expect.poll(leased, patience).toBe(1)
    const second = await start({ work: { run: async ({ data }) => void ran.push(data.name as string) } })
    await settle()
    expect(ran).toEqual([])
    await die(first)
    second.wake()
    await isEmpty()
    expect(ran).toEqual(['first', 'second'])
    gate.open()
  })

  if (isServer) {
    test('are ordered by their commits: the first to commit is first, and a rollback delays nobody', async () => {
      const ran: string[] = []
      const gates = [createGate(), createGate()]
      const begun: string[] = []
      const within = (name: string, gate: ReturnType<typeof createGate>, end: () => void) =>
        other.sql.begin(async (tx) => {
          begun.push(name)
          await add({ key: 'one', data: { name } }, tx as never)
          begun.push(`${name} in`)
          await gate.passed()
          end()
        })
      const early = within('early', gates[0]!, () => {
        throw new Error('rolled back')
      })
      await expect.poll(() => begun, patience).toContain('early in')
      const late = within('late', gates[1]!, () => {})
      const last = add({ key: 'one', data: { name: 'last' } })
      await add({ key: 'two', data: { name: 'another key' } })
      await start({ work: { run: async ({ data }) => void ran.push(data.name as string) } })
      await expect.poll(() => ran, patience).toEqual(['another key'])
      gates[0]!.open()
      await expect(early).rejects.toThrow('rolled back')
      gates[1]!.open()
      await Promise.all([late, last])
      await settle()
      await isEmpty()
      expect(ran.toSorted()).toEqual(['another key', 'last', 'late'])
      expect(begun).toEqual(['early', 'early in', 'late', 'late in'])
      expect(await waiting()).toBe(0)
    })
  }
})
