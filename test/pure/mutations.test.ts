import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { hashOf, unexecutedIn } from '../support/covering.ts'
import { chooseMutations, mutate, mutationsOf } from '../support/mutations.ts'
import { probeAround, probesOf, withProbes } from '../support/probes.ts'

/** The mutations of a program by each operator. */
const changed = (source: string) =>
  mutationsOf('a.ts', source).map((one) => [one.operator, mutate(source, one) ?? 'no program'])

test.each([
  ['if (a) b = 1', 'negate condition', 'if (!(a)) b = 1'],
  ['x = a ? b : c', 'negate condition', 'x = !(a) ? b : c'],
  ['x = a < b', 'swap comparison', 'x = a <= b'],
  ['x = f(a < b) !== c', 'swap comparison', 'x = f(a < b) === c'],
  ['tell(true)', 'drop statement', ';'],
  ['tell(true)', 'change constant', 'tell(false)'],
  ['const most = 10', 'change constant', 'const most = 21'],
  ['x = a && b', 'swap && and ||', 'x = a || b'],
  ['const run = () => { tell() }', 'return early', 'const run = () => { return; tell() }'],
  ['x = [a, b]', 'drop element', 'x = [b]'],
])('%s: %s', (source, operator, expected) => {
  expect(changed(source)).toContainEqual([operator, expected])
})

test('awaited statements are not dropped, types are unchanged, and a function with a result does not end early', () => {
  const source = 'type Most = 1 | true\nconst f = async (a: 2) => { await tell(a as 3); return a }'
  expect(changed(source)).toEqual([])
})

test.each([
  ['parts.log.warn(1, b)', 'log'],
  ['setTimeout(run, 10)', 'delay'],
  ['x = { timeout: 10, limit: 20 }', 'delay'],
])('%s: a change that no test is expected to notice is marked', (source, arid) => {
  expect(mutationsOf('a.ts', source).find((one) => one.operator === 'change constant')).toMatchObject({ arid })
})

test('other constants are not', () => {
  expect(mutationsOf('a.ts', 'x = { limit: 20, logs: dialog.info(1) }').filter((one) => one.arid)).toEqual([])
  const icon = mutationsOf('a.tsx', 'f(<Icon size={16} max={3} />)').filter((one) => one.operator === 'change constant')
  expect(icon.map(({ arid }) => arid)).toEqual(['size', undefined])
})

test('an invalid program is detected', () => {
  const mutation = { path: 'a.ts', operator: 'drop element', start: 4, end: 5, text: ')' } as const
  expect(mutate('x = [a, b]', mutation)).toBeUndefined()
})

test('a seed always chooses the same, another one differently, and each operator has its turn', () => {
  const source = Array.from({ length: 50 }, (_, at) => `tell(${at})`).join('\n')
  const all = mutationsOf('a.ts', `${source}\nif (a) b()`)
  const [one, again, other] = [1, 1, 2].map((seed) => chooseMutations(all, 20, seed))
  expect(again).toEqual(one)
  expect(other).not.toEqual(one)
  expect(new Set(one?.map(({ operator }) => operator)).size).toBe(3)
})

test('probes report which block or short function was entered, and change nothing else', () => {
  const source = 'const f = (a) => { if (a > 1) { return [a] }; return [0] }; const g = (a) => ({ ...f(a) }); g(1)'
  const entered: string[] = []
  const run = new Function('globalThis', `${withProbes('a.js', source)}; return g(2)`)
  expect(run({ frontdeskHit: (id: string) => void entered.push(id) })).toEqual({ 0: 2 })
  const probes = probesOf('a.js', source)
  const [whole, inner, short] = probes.map(({ id }) => id)
  expect(entered).toEqual([short, whole, short, whole, inner])
  expect(probeAround(probes, source.indexOf('return [a]'))?.id).toBe(inner)
  expect(probeAround(probes, source.indexOf('return [0]'))?.id).toBe(whole)
  expect(probeAround(probes, source.indexOf('g(1)'))).toBeUndefined()
})

test('what no test executes is listed once, without what is inside, unless the source has changed', () => {
  const path = 'server/core/disk.ts'
  const source = readFileSync(path, 'utf8')
  const probes = probesOf(path, source)
  const of = (ids: string[], texts = { [path]: hashOf(source) }) =>
    unexecutedIn({ texts, hits: [{ pass: 'pure', file: 'a.test.ts', milliseconds: 1, ids }] })
  const whole = of([])
  expect(whole).toEqual({
    places: [expect.stringMatching(/^server\/core\/disk\.ts:\d+ \{/)],
    missed: probes.length,
    all: probes.length,
  })
  const [outer] = probes
  expect(of([outer!.id])).toMatchObject({
    missed: probes.length - 1,
    places: expect.arrayContaining([expect.anything()]),
  })
  expect(of(probes.map(({ id }) => id))).toEqual({ places: [], missed: 0, all: probes.length })
  expect(of([], { [path]: 'an older hash' })).toEqual({ places: [], missed: 0, all: 0 })
})
