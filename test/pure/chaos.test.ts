import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { conflict, taken } from '../../server/core/error.ts'
import { drawFaults } from '../support/chaos/faults.ts'
import { compare } from '../support/chaos/follow.ts'
import { createLedger, createSender } from '../support/chaos/ledger.ts'
import { createRandom, nameDifference } from '../support/chaos/run.ts'

describe('the comparison with the ledger', () => {
  const violations = (seen: string[], log: string[]) => {
    const ledger = createLedger()
    compare('a reader', { seen, end: async () => {} }, log, ledger)
    return ledger.violations.map((line) => line.split(':')[0])
  }

  test('names what a reader of the log missed, saw twice, or saw out of order', () => {
    expect(violations(['a', 'b', 'c'], ['a', 'b', 'c'])).toEqual([])
    expect(violations(['a', 'c'], ['a', 'b', 'c'])).toEqual(['lost'])
    expect(violations(['a', 'b', 'b', 'c'], ['a', 'b', 'c'])).toEqual(['duplicated'])
    expect(violations(['b', 'a', 'c'], ['a', 'b', 'c'])).toEqual(['reordered'])
  })

  test('names messages that are lost, stored twice, or stored out of order', () => {
    expect(nameDifference(['one', 'two'], ['one'])).toBe('lost: two')
    expect(nameDifference(['one', 'two'], ['one', 'two', 'one'])).toBe('duplicated: one')
    expect(nameDifference(['one', 'two'], ['two', 'one'])).toBe('reordered: two, one')
  })
})

test('a seed determines the faults, and each kind comes once before any comes again', () => {
  const drawn = drawFaults(34, createRandom(7))
  expect(drawn).toEqual(drawFaults(34, createRandom(7)))
  expect(drawn).not.toEqual(drawFaults(34, createRandom(8)))
  expect(new Set(drawn.slice(0, 17)).size).toBe(17)
  expect(new Set(drawn).size).toBe(17)
})

test('a write whose response was lost counts as acknowledged once the server confirms it', async () => {
  const refusals = [
    conflict('The AI backend is busy.', 'assistant_busy').body(),
    taken('conversation-1', 'It was carried out before.', 'answer_not_kept').beside({ id: 'conversation-1' }).body(),
  ]
  const server = createServer((_, response) => response.writeHead(409).end(JSON.stringify(refusals.shift())))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const ledger = createLedger()
  const send = createSender(() => [`http://127.0.0.1:${(server.address() as AddressInfo).port}`], 'key', ledger)
  expect(await send('POST', '/conversations', {})).toMatchObject({ id: 'conversation-1' })
  expect(ledger).toMatchObject({ acknowledged: 1, retries: 1, violations: [] })
  server.closeAllConnections()
  server.close()
})
