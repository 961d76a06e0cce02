import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contactReaders } from './support/architecture/contacts.ts'
import { connections, environmentReaders, importEffects, unboundedJson } from './support/architecture/effects.ts'
import {
  endings,
  fileCircles,
  foreignOperations,
  foreignScreens,
  layering,
  packages,
  statements,
} from './support/architecture/imports.ts'
import { parseModules } from './support/architecture/modules.ts'
import { fileSizes, functionSizes } from './support/architecture/sizes.ts'
import { styles } from './support/architecture/styles.ts'
import { readTree } from './support/architecture/tree.ts'
import { names, words } from './support/architecture/words.ts'

const tree = readTree()
const modules = parseModules(tree)
const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> }

test('the tree contains modules', () => {
  expect(modules.map(({ path }) => path)).toContain('test/architecture.test.ts')
})

test('zod ← shared ← database ← core ← features ← operations ← door ← http, realtime ← app ← main; widget and renderer take types', () => {
  expect(layering(modules)).toEqual([])
})

test('a feature calls another’s functions, never its operations', () => {
  expect(foreignOperations(modules)).toEqual([])
})

test('a screen of the dashboard imports no other screen', () => {
  expect(foreignScreens(modules)).toEqual([])
})

// Folders may: a folder is an entry of the menu, and what reads on one page there may serve others.
test('files form no cycle, types included', () => {
  expect(fileCircles(modules)).toEqual([])
})

test('door, http and realtime contain no SQL', () => {
  expect(statements(modules)).toEqual([])
})

test('a relative import names an existing file with its extension', () => {
  expect(endings(modules, new Set(tree.map(({ path }) => path)))).toEqual([])
})

test('production code imports only production dependencies', () => {
  expect(packages(modules, new Set(Object.keys(dependencies)))).toEqual([])
})

test('importing a file has no side effects', () => {
  expect(importEffects(modules)).toEqual([])
})

test('only config.ts reads the environment', () => {
  expect(environmentReaders(modules)).toEqual([])
})

test('only outside/dial.ts opens connections to the world', () => {
  expect(connections(modules)).toEqual([])
})

test('code that acts for a visitor reads stored contacts only through knownContact', () => {
  expect(contactReaders(modules)).toEqual([])
})

test('JSON from outside is parsed with limits', () => {
  expect(unboundedJson(modules)).toEqual([])
})

test('migrations are numbered without gaps and duplicates, or the server would refuse to start', () => {
  const numbers = readdirSync('migrations').map((name) => Number(name.slice(0, 4)))
  expect(numbers.sort((one, other) => one - other)).toEqual(numbers.map((_, at) => at + 1))
})

test('no dependency runs a program of its own during the installation', () => {
  const read = (name: string) => JSON.parse(readFileSync(name, 'utf8'))
  const packages = Object.entries<{ hasInstallScript?: boolean }>(read('package-lock.json').packages)
  const withScripts = packages.filter(([path, { hasInstallScript }]) => path !== '' && hasInstallScript)
  const refused = Object.fromEntries(withScripts.map(([path]) => [path.replace(/^.*node_modules\//, ''), false]))
  expect(read('package.json').allowScripts).toEqual(refused)
})

test('a file has at most 400 lines', () => {
  expect(fileSizes(modules)).toEqual([])
})

test('a function has at most 60 lines', () => {
  expect(functionSizes(modules)).toEqual([])
})

test('each class of the dashboard is styled in one sheet and used, and each that is used is there', () => {
  expect(styles(tree)).toEqual([])
})

test('a file’s name says what is in it', () => {
  expect(names(tree)).toEqual([])
})

test('no file contains unfinished, skipped or unchecked code, or names a package registry', () => {
  expect(words(tree)).toEqual([])
})
