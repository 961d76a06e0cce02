import { posix } from 'node:path'
import type { Faults } from './imports.ts'
import type { TreeFile } from './tree.ts'

// Assembled from parts, so that this file does not contain what it searches for.
const host = (...parts: string[]) => parts.join('\\.')
const REGISTRIES = new RegExp(
  [
    host('registry', 'npmjs', 'org'),
    host('registry', 'yarnpkg', 'com'),
    host('registry', 'npmmirror', 'com'),
    host('npm', 'pkg', 'github', 'com'),
    host('(deb|security|ftp[a-z.]*)', 'debian', 'org'),
    host('(files', 'pythonhosted|pypi)', 'org'),
    host('(static|index)', 'crates', 'io'),
    host('proxy', 'golang', 'org'),
    host('repo[0-9]*', 'maven', 'apache', 'org'),
  ].join('|'),
  'i',
)
const LATER = new RegExp(`\\b(${['TO', 'FIX'].map((start) => `${start}${start === 'TO' ? 'DO' : 'ME'}`).join('|')})\\b`)
const LEFT_OUT = /\b(describe|suite|test|it)(\.\w+)*\.(skip|only|todo|skipIf|runIf|fails)\b/
const UNCHECKED = /@ts-(ignore|nocheck)/

/** Finds words that no file of the project may contain. */
export function words(files: TreeFile[]): Faults {
  return files.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, at) => {
      const where = `${path}:${at + 1}`
      const faults: Faults = []
      if (REGISTRIES.test(line)) faults.push(`${where} names a package registry: an installer knows its own`)
      if (path === 'package-lock.json') return faults
      if (LATER.test(line)) faults.push(`${where} leaves something for later: do it, or say what falls short`)
      if (LEFT_OUT.test(line)) faults.push(`${where} leaves a test out`)
      if (UNCHECKED.test(line)) faults.push(`${where} turns the type checker off`)
      return faults
    }),
  )
}

/**
 * Finds names that say nothing about a file's content. `server/services.ts` is allowed, because it creates the
 * services.
 */
export function names(files: TreeFile[]): Faults {
  const empty = /^(index|utils?|helpers?|service|common|misc)$|[.-](utils?|helpers?|services?)$/i
  return files
    .filter(({ path }) => /\.tsx?$/.test(path) && path.split('/').some((part) => empty.test(posix.parse(part).name)))
    .map(({ path }) => `${path}: a name says what is in the file, which index, utils, helpers and service do not`)
}
