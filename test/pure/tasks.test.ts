import { expect, test } from 'vitest'
import { tasks } from '../../server/tasks.ts'

test('each task that calls an external server names its target, so that a hanging one leaves places for others', () => {
  const calls = tasks.filter(({ lane }) => lane === 'calls' || lane === 'alerts')
  expect(calls.length).toBeGreaterThan(2)
  expect(calls.filter(({ task }) => task.target === undefined).map(({ task }) => task.type)).toEqual([])
})
