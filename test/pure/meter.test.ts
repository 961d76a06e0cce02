import { expect, test } from 'vitest'
import { createMeter } from '../../server/core/meter.ts'
import { createCounter, createHistogram } from '../../server/core/metric.ts'

test('a counter counts by labels, whose values may contain any character', () => {
  const counter = createCounter('things_total', 'Things.')
  counter.add({ kind: 'plain' })
  counter.add({ kind: 'plain' }, 2)
  counter.add({ kind: 'a "b"\\\n' })
  expect(counter.lines()).toEqual([
    '# HELP things_total Things.',
    '# TYPE things_total counter',
    'things_total{kind="plain"} 3',
    'things_total{kind="a \\"b\\"\\\\\\n"} 1',
  ])
})

test('a histogram counts in every bucket from its own upwards', () => {
  const histogram = createHistogram('wait_seconds', 'Wait.', [0.1, 1])
  for (const value of [0.1, 0.5, 7]) histogram.observe(value)
  histogram.observe(0.2, { of: 'x' })
  expect(histogram.lines().slice(2)).toEqual([
    'wait_seconds_bucket{le="0.1"} 1',
    'wait_seconds_bucket{le="1"} 2',
    'wait_seconds_bucket{le="+Inf"} 3',
    'wait_seconds_sum 7.6',
    'wait_seconds_count 3',
    'wait_seconds_bucket{of="x",le="0.1"} 0',
    'wait_seconds_bucket{of="x",le="1"} 1',
    'wait_seconds_bucket{of="x",le="+Inf"} 1',
    'wait_seconds_sum{of="x"} 0.2',
    'wait_seconds_count{of="x"} 1',
  ])
})

test('a reply waits, runs and ends, in any outcome; its first token counts once', () => {
  const meter = createMeter()
  const replies = [meter.reply(), meter.reply()] as const
  expect(meter.replies()).toEqual({ waiting: 2, running: 0 })
  replies[0].admitted()
  expect(meter.replies()).toEqual({ waiting: 1, running: 1 })
  replies[0].firstToken()
  replies[0].firstToken()
  replies[0].over('answered', { prompt: 120, completion: 30 })
  // Given up while it waited for its turn.
  replies[1].over('interrupted', { prompt: 0, completion: 0 })
  expect(meter.replies()).toEqual({ waiting: 0, running: 0 })
  const lines = meter.lines()
  expect(lines).toContain('frontdesk_replies_total{outcome="answered"} 1')
  expect(lines).toContain('frontdesk_replies_total{outcome="interrupted"} 1')
  expect(lines).toContain('frontdesk_reply_tokens_total{kind="prompt"} 120')
  expect(lines).toContain('frontdesk_reply_tokens_total{kind="completion"} 30')
  expect(lines).toContain('frontdesk_reply_first_token_seconds_count 1')
})
