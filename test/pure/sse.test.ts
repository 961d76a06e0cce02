import { expect, test } from 'vitest'
import { readLines } from '../../server/outside/lines.ts'
import { readEvents } from '../../server/outside/sse.ts'

const encoder = new TextEncoder()

async function* pieces(...texts: (string | Uint8Array)[]) {
  for (const text of texts) yield typeof text === 'string' ? encoder.encode(text) : text
}

const eventsOf = (...texts: (string | Uint8Array)[]) => Array.fromAsync(readEvents(pieces(...texts), 100))

test('reads events with their type, their id and several lines of data', async () => {
  expect(await eventsOf(': hello\n\nevent: delta\ndata: one\ndata:two\nid: 7\n\ndata: three\n\n')).toEqual([
    { event: 'delta', data: 'one\ntwo', id: '7' },
    { event: 'message', data: 'three', id: '7' },
  ])
})

test.each(['\n', '\r\n', '\r'])('reads every line ending, however the stream is split: %j', async (end) => {
  const text = ['event: a', 'data: ä😀', '', 'data', '', 'data: b', '', ''].join(end)
  const bytes = encoder.encode(text)
  const whole = [
    { event: 'a', data: 'ä😀', id: '' },
    { event: 'message', data: '', id: '' },
    { event: 'message', data: 'b', id: '' },
  ]
  expect(await eventsOf(...Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(whole)
  for (let at = 1; at < bytes.length; at++) {
    expect(await eventsOf(bytes.subarray(0, at), bytes.subarray(at)), `cut at ${at}`).toEqual(whole)
  }
})

test('drops an event without end, and one without data', async () => {
  expect(await eventsOf('event: ping\n\ndata: half')).toEqual([])
})

test('buffers no more than its limits, per line and per event', async () => {
  await expect(eventsOf(`data: ${'x'.repeat(101)}`)).rejects.toThrow('longer than 100')
  await expect(eventsOf(`data: ${'x'.repeat(60)}\n`, `data: ${'x'.repeat(60)}\n`)).rejects.toThrow('longer than 100')
  expect(await eventsOf(`data: ${'x'.repeat(60)}\n\n`.repeat(9))).toHaveLength(9)
})

test('a line that arrives byte by byte takes no quadratic time', async () => {
  async function* trickle() {
    for (let count = 0; count < 300_000; count++) yield Uint8Array.of(120)
  }
  const at = performance.now()
  expect(await Array.fromAsync(readLines(trickle(), 1_000_000))).toHaveLength(1)
  expect(performance.now() - at).toBeLessThan(5_000)
})
