import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { refuseUnstorable } from '../../server/core/input.ts'
import { checkJson, JsonLimitError, parseJson } from '../../server/core/json.ts'

/** Measures in the parsed value what is checked in the text. */
function measure(value: unknown): { depth: number; values: number } {
  if (typeof value !== 'object' || value === null) return { depth: 0, values: 1 }
  const inner = Object.values(value).map(measure)
  return {
    depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)),
    values: 1 + inner.reduce((sum, { values }) => sum + values, 0),
  }
}

const limitOf = (text: string, limits: { maxDepth?: number; maxValues?: number }) => {
  try {
    checkJson(Buffer.from(text), limits)
    return undefined
  } catch (error) {
    expect(error).toBeInstanceOf(JsonLimitError)
    return (error as JsonLimitError).kind
  }
}

test('a text within the limits is parsed like by JSON.parse, whatever its strings contain', () => {
  const property = fc.property(
    fc.jsonValue({ noUnicodeString: false, maxDepth: 6 }),
    fc.nat({ max: 4 }),
    (value, space) => {
      const text = JSON.stringify(value, null, space)
      expect(parseJson(text)).toEqual(JSON.parse(text))
      expect(parseJson(Buffer.from(text))).toEqual(JSON.parse(text))
    },
  )
  fc.assert(property)
})

test('depth and number of values are those of the parsed value', () => {
  const property = fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
    const text = JSON.stringify(value)
    const { depth, values } = measure(JSON.parse(text))
    expect(limitOf(text, { maxDepth: depth })).toBeUndefined()
    if (depth > 0) expect(limitOf(text, { maxDepth: depth - 1 })).toBe('depth')
    // An empty list or object counts twice, because it cannot be distinguished from a full one before its end.
    expect(limitOf(text, { maxValues: 2 * values })).toBeUndefined()
    if (values > 1) expect(limitOf(text, { maxValues: values - 1 })).toBe('values')
  })
  fc.assert(property)
})

test('characters within strings count neither as depth nor as values', () => {
  const text = JSON.stringify({ a: '[{,'.repeat(100_000), b: '\\"[', 'c,[{"': 1 })
  expect(limitOf(text, { maxDepth: 1, maxValues: 5 })).toBeUndefined()
})

test('by default 64 levels and 50,000 values are accepted', () => {
  const deep = (depth: number) => `${'['.repeat(depth)}1${']'.repeat(depth)}`
  expect([limitOf(deep(64), {}), limitOf(deep(65), {})]).toEqual([undefined, 'depth'])
  const flat = (values: number) => `[${'0,'.repeat(values - 2)}0]`
  expect([limitOf(flat(50_000), {}), limitOf(flat(50_001), {})]).toEqual([undefined, 'values'])
})

test('text that the database cannot store is reported by its path, in names and values, and valid text is not', () => {
  const pathOf = (input: unknown) => {
    try {
      refuseUnstorable(input)
      return undefined
    } catch (error) {
      return (error as Error).message.split(':')[0]
    }
  }
  expect(pathOf({ a: 'ok', b: [1, null, { c: '😀' }] })).toBeUndefined()
  expect(pathOf({ a: 'ok', b: [{ c: 'x' }, { c: 'x\u0000' }] })).toBe('b.1.c')
  expect(pathOf({ a: { b: 'x' }, d: ['\ud800'] })).toBe('d.0')
  expect(pathOf({ a: { 'x\ud800': 1 } })).toBe('a.x\ud800')
})

test('a list of a request is searched with one path for all of its values', () => {
  const path = { a: Array.from({ length: 49_000 }, () => 0) }
  for (let depth = 0; depth < 60; depth++) Object.assign(path, { a: [path.a] })
  const heap = () => process.memoryUsage().heapUsed
  const before = heap()
  refuseUnstorable(path)
  // A copy of the path for each value took 130 MB here.
  expect(heap() - before).toBeLessThan(40 * 1024 * 1024)
})
