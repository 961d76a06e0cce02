import fc from 'fast-check'
import picomatch from 'picomatch'
import { expect, test } from 'vitest'
import { createBudget, readGlob } from '../../server/features/knowledge/crawl/glob.ts'

const plenty = () => createBudget(Number.POSITIVE_INFINITY)
const isOf = (glob: string, path: string) => readGlob(glob)(path, plenty())

test('a glob has the usual meaning', () => {
  const globs = ['/', '/*', '/**', '/a/**', '/a/*', '/a/**/b', '/a/**/b?', '**/b', '/a*', '/*/b', '/*.html', '/a/*b/**']
  const paths = [
    '/',
    '/a',
    '/ab',
    '/a/b',
    '/a/b/c',
    '/a/c/b',
    '/a/c/d/bc',
    '/b',
    '/c/b',
    '/x.html',
    '/x/y.html',
    '/b/a',
    '/a/xb/c',
  ]
  for (const glob of globs) {
    const expected = picomatch(glob, { dot: true, nonegate: true })
    for (const path of paths) expect(isOf(glob, path), `${glob} ${path}`).toBe(expected(path))
  }
})

test('two `/**` in a row mean the same as one', () => {
  const part = fc.constantFrom('/**', '/a', '/b?', '/*c')
  const path = fc.array(fc.constantFrom('/a', '/b1', '/xc', '/c'), { minLength: 1, maxLength: 6 })
  const property = fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), path, (parts, names) => {
    const twice = parts.map((one) => (one === '/**' ? '/**/**/**' : one))
    expect(isOf(twice.join(''), names.join(''))).toBe(isOf(parts.join(''), names.join('')))
  })
  fc.assert(property)
})

test('[threat 16] no glob compares more than path × glob, and none more than its budget', () => {
  const globs = [
    '/*a*a*a*a*a*a*a*ab',
    '/**a**a**a**a**a**a**a**ab',
    '/*?*?*?*?*?*?*?*?b',
    '/**/a/**/a/**/a/**/a/**/b',
    `${'/**'.repeat(8)}/zz1`,
    `/${'*a'.repeat(99)}`,
  ]
  const paths = [`/${'a'.repeat(2000)}`, '/a'.repeat(1000)]
  for (const glob of globs)
    for (const path of paths) {
      const budget = plenty()
      expect(readGlob(glob)(path, budget)).toBe(glob === globs.at(-1) && path === paths[0])
      expect(budget.spent()).toBeLessThanOrEqual(path.length * (glob.length + 1))
      expect(readGlob(glob)(path, createBudget(1000))).toBe(false)
    }
})
