import { expect, test } from 'vitest'
import { tasks } from '../../server/tasks.ts'

test('each task that calls an external server names its target, so that a hanging one leaves places for others', () => {
  const calls = tasks.filter(({ lane }) => lane === 'calls' || lane === 'alerts')
  expect(calls.length).toBeGreaterThan(2)
  expect(calls.filter(({ task }) => task.target === undefined).map(({ task }) => task.type)).toEqual([])
})

test('only learning websites has their lane, and timers have only what is over soon', () => {
  const typesIn = (wanted: string) =>
    tasks
      .filter(({ lane }) => lane === wanted)
      .map(({ task }) => task.type)
      .filter((type) => !type.startsWith('events.'))
      .sort()
  expect(typesIn('websites')).toEqual(['knowledge.crawl'])
  expect(typesIn('timers')).toEqual([
    ...['account.gone', 'appointment.remind', 'blobs.forget', 'bookings.readBusy.plan', 'bookings.sync.plan'],
    ...['conversation.closeIdle', 'conversation.wake', 'handover.miss', 'handover.route', 'knowledge.crawl.again'],
    ...['knowledge.crawl.schedule', 'knowledge.crawl.schedule.plan', 'presence.gone', 'retention.removeOld.plan'],
    'webhook.replay',
  ])
})
