import { describe, expect, test } from 'vitest'
import { createNewcomers } from '../../server/realtime/newcomers.ts'
import { createGate } from '../support/steps.ts'

describe('new subscribers', () => {
  test('are served before the server closes its database, and those after them are not', async () => {
    const gate = createGate()
    const told: string[][] = []
    const tell = async (site: string, members: { name: string }[]) => {
      await gate.passed()
      told.push([site, ...members.map(({ name }) => name)])
    }
    const newcomers = createNewcomers<{ site: string; name: string }>(tell, (error) =>
      expect.unreachable(String(error)),
    )
    newcomers.add({ site: 'demo', name: 'first' })
    newcomers.add({ site: 'demo', name: 'second' })
    let closed = false
    const closing = newcomers.close().then(() => {
      closed = true
    })
    await new Promise(setImmediate)
    expect([closed, told]).toEqual([false, []])
    gate.open()
    await closing
    newcomers.add({ site: 'other', name: 'late' })
    expect(told).toEqual([['demo', 'first']])
  })
})
