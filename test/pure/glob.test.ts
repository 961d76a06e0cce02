import picomatch from 'picomatch'
import { expect, test } from 'vitest'
import { readGlob } from '../../server/features/crawl/glob.ts'

test('a glob is read as elsewhere', () => {
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
    for (const path of paths) expect(readGlob(glob)(path), `${glob} ${path}`).toBe(expected(path))
  }
})

test('[threat 16] none takes long, whatever is written and whatever the path', () => {
  const globs = ['/*a*a*a*a*a*a*a*ab', '/**a**a**a**a**a**a**a**ab', '/*?*?*?*?*?*?*?*?b', '/**/a/**/a/**/a/**/a/**/b']
  for (const glob of globs)
    for (const path of [`/${'a'.repeat(2000)}`, '/a'.repeat(1000)]) expect(readGlob(glob)(path)).toBe(false)
})
