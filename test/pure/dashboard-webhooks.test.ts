import { describe, expect, test } from 'vitest'
import {
  areaOf,
  draftOf,
  fromLocal,
  isBrokenJson,
  patchOf,
  placeholdersOf,
  previewOf,
  stateOf,
  toLocal,
} from '../../desktop/renderer/screens/settings/webhooks/webhook-draft.ts'
import { pretty } from '../../desktop/renderer/ui/pretty-json.ts'
import { webhooks as de } from '../../desktop/renderer/words/de/webhooks.ts'
import { webhooks as en } from '../../desktop/renderer/words/en/webhooks.ts'
import { events as definitions, publicEvents } from '../../shared/event.ts'

const secret = { name: 'Authorization', value: 'Bearer abc', secret: true, set: true }
const custom = { ...draftOf(), url: 'https://crm.example/', format: 'custom' as const, headers: [secret], body: '{}' }

describe('what is saved', () => {
  test('is everything for a new endpoint, without a custom request where there is none', () => {
    expect(patchOf(draftOf(), 'all')).toEqual({ url: '', description: '', events: ['*'], format: 'svc' })
    const { set: _, ...header } = secret
    expect(patchOf(custom, 'all')).toEqual({ ...custom, headers: [header] })
  })

  test('is only what changed, and a whole request when the format changed', () => {
    expect(patchOf({ ...custom, description: 'CRM' }, ['description'])).toEqual({ description: 'CRM' })
    expect(Object.keys(patchOf(custom, ['headers.0.value']))).toEqual(['headers'])
    expect(Object.keys(patchOf(custom, ['format'])).toSorted()).toEqual(['body', 'format', 'headers', 'method'])
    expect(patchOf({ ...custom, format: 'svc' }, ['format', 'body'])).toEqual({ format: 'svc' })
  })
})

test('a preview is asked for without secrets, unnamed headers and an empty URL', () => {
  const { headers } = previewOf({ ...custom, headers: [secret, { ...secret, name: '' }] }, 'job.won')
  expect(headers).toEqual([{ name: 'Authorization', value: '', secret: true }])
  expect(previewOf({ ...draftOf(), url: ' ' }, 'job.won')).toEqual({ event: 'job.won', format: 'svc' })
})

test.each([
  [{ enabled: true, pausedAt: null, lastStatus: null }, 'unused'],
  [{ enabled: true, pausedAt: null, lastStatus: 'ok' }, 'working'],
  [{ enabled: true, pausedAt: null, lastStatus: 'error' }, 'failing'],
  [{ enabled: false, pausedAt: null, lastStatus: 'error' }, 'disabled'],
  [{ enabled: false, pausedAt: 1, lastStatus: 'error' }, 'paused'],
] as const)('%j is %s', (webhook, state) => expect(stateOf(webhook)).toBe(state))

test('each event has an area and a description in both languages', () => {
  const types = publicEvents.filter((type) => type !== 'test.ping')
  expect(types.filter((type) => areaOf(type) === 'other')).toEqual([])
  expect(areaOf('invoice.paid')).toBe('other')
  for (const words of [en, de]) expect(publicEvents.filter((type) => !words.events[type])).toEqual([])
  expect(publicEvents.filter((type) => definitions[type].description === de.events[type])).toEqual([])
})

test('the placeholders of an event are its fields, with their values', () => {
  const data = { lead: { name: 'Ada', tags: ['a'] }, none: null, 'no name': 1 }
  expect(placeholdersOf({ id: 'evt_1', type: 'x.y', createdAt: 'now', site: 'shop', data })).toEqual([
    { text: '{{event.id}}', value: 'evt_1' },
    { text: '{{event.type}}', value: 'x.y' },
    { text: '{{event.createdAt}}', value: 'now' },
    { text: '{{site.id}}', value: 'shop' },
    { text: '{{data}}', value: JSON.stringify(data).slice(0, 40) },
    { text: '{{data.lead}}', value: '{"name":"Ada","tags":["a"]}' },
    { text: '{{data.lead.name}}', value: 'Ada' },
    { text: '{{data.lead.tags}}', value: '["a"]' },
    { text: '{{data.none}}', value: '' },
  ])
})

test('JSON is shown with line breaks, and a body that should be JSON is checked', () => {
  expect([pretty('{"a":1}'), pretty('a=1')]).toEqual(['{\n  "a": 1\n}', 'a=1'])
  const json = { headers: { 'content-type': 'application/json; charset=utf-8' } }
  expect(['{', '{}', ''].map((body) => isBrokenJson({ ...json, body }))).toEqual([true, false, false])
  expect(isBrokenJson({ headers: { 'content-type': 'text/plain' }, body: '{' })).toBe(false)
})

test('a time goes to its field and back', () => {
  const at = Date.UTC(2026, 10, 20, 15, 30)
  expect(fromLocal(toLocal(at))).toBe(at)
  expect(fromLocal('')).toBeNaN()
})
