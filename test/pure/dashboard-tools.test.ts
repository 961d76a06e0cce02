import { describe, expect, test } from 'vitest'
import {
  isUrlTemplate,
  namesTool,
  placeholderGroups,
  undeclaredArguments,
  unknownIn,
  unusedParameters,
} from '../../desktop/renderer/screens/settings/tools/placeholders.ts'
import { pathsToKeep } from '../../desktop/renderer/screens/settings/tools/response-paths.ts'
import { sampleOf, samplePaths } from '../../desktop/renderer/screens/settings/tools/sample.ts'
import { faultsWhileTyping } from '../../desktop/renderer/screens/settings/tools/tool-checks.ts'
import { blankTool, type ToolDraft, toolOf } from '../../desktop/renderer/screens/settings/tools/tool-draft.ts'
import { runsOf, stateOf } from '../../desktop/renderer/screens/settings/tools/tool-state.ts'
import { tools as words } from '../../desktop/renderer/words/en/tools.ts'
import { checkUrlTemplate } from '../../server/core/template.ts'
import { NewTool, type Tool } from '../../shared/tool.ts'

const limits = { tools: 30, timeoutMs: { default: 5000, min: 1000, max: 10_000 } }
const draft = (more: Partial<ToolDraft> = {}): ToolDraft => ({ ...blankTool(limits), ...more })
const parameters = (...names: string[]) => names.map((name) => ({ name, description: '', required: false }))

describe('placeholders', () => {
  test.each([
    'https://api.example/{{args.n}}?q={{lead.email}}',
    'https://api.example',
    'https://{{args.host}}/',
    'https://api.{{args.host}}/',
    'https://api.example{{args.rest}}',
    'https://{{args.user}}@api.example/',
    'ftp://api.example/',
    'https:// api.example/',
  ])('the editor judges the URL %s as the server does', (url) => {
    const isAccepted = () => {
      try {
        checkUrlTemplate('url', url)
        return true
      } catch {
        return false
      }
    }
    expect(isUrlTemplate(url)).toBe(isAccepted())
  })

  test('a URL that was just begun is no fault', () => {
    expect(['h', 'https:', 'https://'].map(isUrlTemplate)).toEqual([true, true, true])
  })

  test('those that exist only after the chat are unknown before it', () => {
    expect(unknownIn('{{summary}} {{args.a}}', draft())).toBe('summary')
    expect(unknownIn('{{summary}} {{labels.intent}}', draft({ after: true }))).toBeUndefined()
    expect(unknownIn('{{env.SECRET}}', draft({ after: true }))).toBe('env.SECRET')
  })

  test('finds parameters that nothing uses, and arguments that no parameter declares', () => {
    const tool = draft({ url: 'https://a.example/{{args.a}}', body: '{{ args.b }}', parameters: parameters('a', 'c') })
    expect([unusedParameters(tool), undeclaredArguments(tool)]).toEqual([['c'], ['b']])
    expect(unusedParameters({ ...tool, body: '{{args}}' })).toEqual([])
  })

  test('a prompt names a tool by itself or by a key, and not by a part of its name', () => {
    expect(namesTool('Use {{orders}}.', 'orders')).toBe(true)
    expect(namesTool('Say {{ orders.state }}.', 'orders')).toBe(true)
    expect(namesTool('Use {{orders_old}} or orders.', 'orders')).toBe(false)
  })

  test('the picker offers parameters, forms, results of other tools, and what exists when it runs', () => {
    const other = { name: 'stock', kind: 'http', keys: ['left'], fields: [] } as unknown as Tool
    const extract = { name: 'frame', kind: 'extract', keys: [], fields: parameters('size') } as unknown as Tool
    const list = { tools: [other, extract], prechat: [{ name: 'email', label: 'Email' }] }
    const groups = (after: boolean) => Object.fromEntries(placeholderGroups(draft({ after, name: 'me' }), list))
    expect(groups(false)).toMatchObject({ prechat: ['prechat.email'], data: ['data.stock.left', 'data.frame.size'] })
    expect(groups(false)).not.toHaveProperty('after')
    expect(groups(false)).not.toHaveProperty('args')
    expect(groups(true).after).toContain('attributes.size')
  })
})

test('names are checked while they are typed, also against those of other tools', () => {
  const faults = (name: string) => faultsWhileTyping(draft({ name }), [{ name: 'stock' }], words.problems).get('name')
  expect(['', 's', 'orders'].map(faults)).toEqual([undefined, undefined, undefined])
  expect(['S', '1a', 'user', 'stock'].map((name) => faults(name)?.message)).toEqual([
    ...[words.problems.name, words.problems.name, words.problems.reserved, words.problems.taken],
  ])
})

test('samples are nested as their placeholders are', () => {
  const tool = draft({
    method: 'POST',
    url: 'https://a.example/{{conversation.id}}',
    body: '{{data}} {{args.a}} {{tags}}',
  })
  expect(samplePaths(tool)).toEqual(['data', 'args.a', 'tags'])
  expect(samplePaths({ ...tool, method: 'GET' })).toEqual([])
  expect(samplePaths({ ...tool, kind: 'extract' })).toEqual(['transcript'])
  const given = [
    ...[
      ['args.a', '1'],
      ['data', '{"x":{"y":2}}'],
      ['data.x.z', '3'],
      ['lead', 'no JSON'],
      ['user.email', ''],
    ],
    ...[
      ['tags', 'a, b'],
      ['transcript', 'Hello\n\n M '],
    ],
  ] as [string, string][]
  expect(sampleOf(given)).toEqual({
    ...{ args: { a: '1' }, data: { x: { y: 2, z: '3' } }, tags: ['a', 'b'] },
    transcript: [
      { role: 'visitor', text: 'Hello' },
      { role: 'visitor', text: 'M' },
    ],
  })
})

test('the paths to keep are those of the whole response, or of the result if it was cut off', () => {
  const whole = '{"a":{"b":1},"c":[{"d":2}],"not a path":3}'
  expect(pathsToKeep(whole, ['a.b'], ['a.b'])).toEqual(['a.b', 'c.0.d'])
  expect(pathsToKeep(whole.slice(0, 9), ['a.b'], ['a.b'])).toEqual(['a.b'])
  expect(pathsToKeep(null, [], [])).toEqual([])
})

test('a draft is sent with what its kind has', () => {
  const http = draft({
    ...{ name: ' orders ', url: ' https://a.example ', pick: ['a', '', ' b '], fields: parameters('x') },
    ...{ when: { path: 'labels.intent', in: ['buy', ''] }, description: 'x' },
  })
  expect(toolOf(http)).toMatchObject({
    name: 'orders',
    url: 'https://a.example',
    pick: ['a', 'b'],
    fields: [],
    when: null,
  })
  expect(toolOf({ ...http, after: true }).when).toEqual({ path: 'labels.intent', in: ['buy'] })
  const extract = toolOf({ ...http, kind: 'extract', before: true, after: true })
  expect(extract).toMatchObject({ before: false, headers: [], fields: [{ name: 'x' }] })
  expect(extract).not.toHaveProperty('url')
  expect(NewTool.safeParse(extract).success).toBe(true)
})

test('a tool is disabled, unused, working or failing, and runs when it says', () => {
  const tool = { enabled: true, lastAt: null, lastError: null }
  expect(stateOf({ ...tool, enabled: false })).toBe('disabled')
  expect(stateOf(tool)).toBe('unused')
  expect(stateOf({ ...tool, lastAt: 1 })).toBe('working')
  expect(stateOf({ ...tool, lastAt: 1, lastError: 'no' })).toBe('failing')
  const runs = { kind: 'http', before: true, after: true, when: { path: 'labels.intent' } } as const
  expect(runsOf(runs, true, words)).toEqual([
    ...['In the chat', 'Before the chat', 'After the chat, if labels.intent has a value'],
  ])
  expect(runsOf({ ...runs, before: false, after: false }, false, words)).toEqual(['Never runs'])
})
