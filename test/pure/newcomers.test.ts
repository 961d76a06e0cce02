import { describe, expect, test } from 'vitest'
import { createNewcomers } from '../../server/realtime/newcomers.ts'
import { createGate } from '../support/steps.ts'

type Newcomer = { site: string; name: string; gone: boolean }

const newcomer = (name: string, site = 'demo'): Newcomer => ({ site, name, gone: false })

describe('new subscribers', () => {
  test('are served before the server closes its database, and those after them are not', async () => {
    const gate = createGate()
    const told: string[][] = []
    const tell = async (site: string, members: Newcomer[]) => {
      await gate.passed()
      told.push([site, ...members.map(({ name }) => name)])
    }
    const newcomers = createNewcomers<Newcomer>(tell, (error) => expect.unreachable(String(error)))
    newcomers.add(newcomer('first'))
    newcomers.add(newcomer('second'))
    let closed = false
    const closing = newcomers.close().then(() => {
      closed = true
    })
    await new Promise(setImmediate)
    expect([closed, told]).toEqual([false, []])
    gate.open()
    await closing
    newcomers.add(newcomer('late', 'other'))
    expect(told).toEqual([['demo', 'first']])
  })
})
