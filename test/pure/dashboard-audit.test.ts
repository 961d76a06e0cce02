import { expect, test } from 'vitest'
import {
  actionWords,
  actorWords,
  byDay,
  outcomeOf,
  routeToTarget,
  statusWords,
} from '../../desktop/renderer/screens/settings/audit-rows.ts'
import { audit as de } from '../../desktop/renderer/words/de/audit.ts'
import { audit as en } from '../../desktop/renderer/words/en/audit.ts'
import type { Operation } from '../../server/core/operation.ts'
import { operations } from '../../server/operations.ts'
import type { AuditEntry } from '../../shared/audit.ts'
import { RetentionKind } from '../../shared/retention.ts'

/** Every action that the log can hold by way of an operation. */
const audited = Object.values<Record<string, Operation>>(operations as never)
  .flatMap((feature) => Object.values(feature))
  .filter(({ reads, scope }) => !reads && scope !== 'public')
  .map(({ method, path }) => `${method.toUpperCase()} ${path}`)

test.each([
  ['English', en],
  ['German', de],
])('[R56] each action has words of its own in %s', (_, words) => {
  const known = [...audited, ...RetentionKind.exclude(['audit']).options.map((kind) => `retention ${kind}`)]
  expect(known.filter((action) => actionWords(action, words) === action)).toEqual([])
  expect(Object.values(words.actions).filter((said) => said.trim() === '')).toEqual([])
})

test('both languages know the same actions; what has no words is said as the log has it', () => {
  expect(Object.keys(de.actions)).toEqual(Object.keys(en.actions))
  expect(Object.keys(de.statuses)).toEqual(Object.keys(en.statuses))
  expect(['POST /not/made/yet', 'constructor'].map((action) => actionWords(action, en))).toEqual([
    'POST /not/made/yet',
    'constructor',
  ])
})

test('who did it is said by name where it is known', () => {
  const known = {
    me: 'anna@shop.example',
    people: new Map([['ben@shop.example', 'Ben Ode']]),
    keys: new Map([['a1', 'Shop system']]),
  }
  const who = ['anna@shop.example', 'ben@shop.example', 'gone@shop.example', 'key:a1', 'key:b2', 'key:admin']
  expect([...who, 'cli', 'system', 'visitor'].map((actor) => actorWords(actor, known, en.actors))).toEqual([
    ...['you', 'Ben Ode', 'gone@shop.example', 'the key Shop system', 'the key b2', 'the admin key'],
    ...['the command line', 'the server itself', 'a visitor'],
  ])
})

test('[R57] the status is said in words, refused and failed apart', () => {
  expect([200, 403, 418, 503, 599].map((status) => [outcomeOf(status), statusWords(status, en)])).toEqual([
    ['good', '200, done'],
    ['refused', '403, not allowed'],
    ['refused', '418, refused'],
    ['failed', '503, not possible at that moment'],
    ['failed', '599, failed'],
  ])
})

test('an entry leads to the conversation or contact that it is about, unless that is gone', () => {
  const route = (action: string, target: string | null, status = 200) => routeToTarget({ action, target, status })?.kind
  expect(route('PATCH /conversations/:id', 'conv_1')).toBe('conversation')
  expect(route('PATCH /leads/:id', 'lead_1')).toBe('contact')
  expect(route('DELETE /leads/:id', 'lead_1')).toBeUndefined()
  expect(route('POST /leads/:id/erase', 'lead_1')).toBeUndefined()
  expect(route('PATCH /leads/:id', 'lead_1', 404)).toBeUndefined()
  expect(route('PATCH /leads/:id', 'lead_1/../../settings')).toBeUndefined()
  expect(route('PUT /settings', null)).toBeUndefined()
})

test('entries stand under their days', () => {
  const entry = (id: string, at: Date): AuditEntry => ({
    ...{ id, at: at.getTime(), actor: 'cli', action: 'backup', target: null, site: null, status: 200 },
  })
  const days = byDay([
    entry('c', new Date(2026, 10, 22, 9)),
    entry('b', new Date(2026, 10, 22, 0, 1)),
    entry('a', new Date(2026, 10, 21, 23, 59)),
  ])
  expect(days.map(({ entries }) => entries.map(({ id }) => id))).toEqual([['c', 'b'], ['a']])
  expect(byDay([])).toEqual([])
})
