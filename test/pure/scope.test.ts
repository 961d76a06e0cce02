import { describe, expect, test } from 'vitest'
import { NewApiKey } from '../../shared/key.ts'
import { allScopes, covers, memberScopes, presets, Scope } from '../../shared/scope.ts'

const both = (...areas: string[]) => areas.flatMap((area) => [`${area}:read`, `${area}:write`])
const scopesOf = (id: string) => presets.find((preset) => preset.id === id)?.scopes.toSorted()

describe('scopes', () => {
  test('are those of the contract', () => {
    const areas = both(
      'conversations',
      'leads',
      'callbacks',
      'knowledge',
      'prompt',
      'settings',
      'webhooks',
      'team',
      'keys',
      'jobs',
    )
    expect(allScopes.toSorted()).toEqual([...areas, 'chat', 'analytics:read', 'audit:read'].toSorted())
  })

  test('to write include to read, and nothing else [R109]', () => {
    for (const wanted of Scope.options) {
      const holders = Scope.options.filter((held) => covers([held], wanted))
      const writer = wanted.replace(/:read$/, ':write')
      const expected = Scope.options.filter((scope) => scope === wanted || scope === writer)
      expect(holders, wanted).toEqual(expected)
    }
    expect(covers([], 'chat')).toBe(false)
    expect(covers(new Set(['leads:read', 'jobs:write']), 'jobs:read')).toBe(true)
    expect(covers(['leads:read'], 'leads:write')).toBe(false)
  })

  test('chat includes nothing else [R205]', () => {
    const others = allScopes.filter((scope) => scope !== 'chat')
    expect(covers(others, 'chat')).toBe(false)
  })
})

describe('presets', () => {
  test('are written out in full [U13, R175]', () => {
    expect(presets.map(({ id, label }) => [id, label])).toEqual([
      ['chat', 'Chat only'],
      ['crm', 'CRM'],
      ['read', 'Read-only'],
      ['full', 'Full access'],
    ])
    expect(scopesOf('chat')).toEqual(['chat'])
    expect(scopesOf('crm')).toEqual(both('conversations', 'leads', 'callbacks', 'jobs').toSorted())
    expect(scopesOf('read')).toEqual(allScopes.filter((scope) => scope.endsWith(':read')).toSorted())
    expect(scopesOf('full')).toEqual(allScopes.toSorted())
  })

  test('members act on chats, contacts, callbacks and jobs [U108]', () => {
    expect(memberScopes.toSorted()).toEqual(both('conversations', 'leads', 'callbacks', 'jobs').toSorted())
  })
})

describe('a new key', () => {
  const takes = (key: unknown) => NewApiKey.safeParse(key).success

  test('has a preset or scopes, exactly one of them, with known names [R176, U70]', () => {
    expect(takes({ name: 'Shop', preset: 'crm' })).toBe(true)
    expect(takes({ name: 'Shop', scopes: ['chat'] })).toBe(true)
    expect(takes({ name: 'Shop' })).toBe(false)
    expect(takes({ name: 'Shop', preset: 'crm', scopes: ['chat'] })).toBe(false)
    expect(takes({ name: 'Shop', preset: 'everything' })).toBe(false)
    expect(takes({ name: 'Shop', scopes: ['leads:delete'] })).toBe(false)
    expect(takes({ name: 'Shop', scopes: [] })).toBe(false)
    expect(takes({ preset: 'crm' })).toBe(false)
  })

  test('is valid for 1 to 3650 days or forever [R177]', () => {
    const days = [null, undefined, 1, 3650, 0, 3651, 1.5].map((expiresInDays) =>
      takes({ name: 'k', preset: 'chat', expiresInDays }),
    )
    expect(days).toEqual([true, true, true, true, false, false, false])
  })

  test('may be limited to addresses and ranges [R200]', () => {
    const from = (range: string) => takes({ name: 'k', preset: 'chat', allowIps: [range] })
    for (const range of ['203.0.113.7', '10.0.0.0/8', '::1', '2001:db8::/32']) expect(from(range), range).toBe(true)
    for (const range of ['203.0.113', 'localhost', '10.0.0.0/33', '']) expect(from(range), range).toBe(false)
  })
})
