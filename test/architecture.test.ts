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
import { readTree } from './support/architecture/tree.ts'
import { names, words } from './support/architecture/words.ts'

const tree = readTree()
const modules = parseModules(tree)
const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> }

test('there is something to look at', () => {
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

// Folders may: a folder is a place of the menu, and what reads on one page there may serve the others.
test('files form no circle, also by types alone', () => {
  expect(fileCircles(modules)).toEqual([])
})

test('door, http and realtime hold no SQL', () => {
  expect(statements(modules)).toEqual([])
})

test('a relative import names a file, with its ending', () => {
  expect(endings(modules, new Set(tree.map(({ path }) => path)))).toEqual([])
})

test('what runs in production imports what is installed there', () => {
  expect(packages(modules, new Set(Object.keys(dependencies)))).toEqual([])
})

test('importing a file does nothing', () => {
  expect(importEffects(modules)).toEqual([])
})

test('only config.ts reads the environment', () => {
  expect(environmentReaders(modules)).toEqual([])
})

test('nothing but outside/dial.ts opens a connection to the world', () => {
  expect(connections(modules)).toEqual([])
})

test('what speaks for a visitor reads no stored contact but by knownContact', () => {
  expect(contactReaders(modules)).toEqual([])
})

test('JSON from outside is parsed within limits', () => {
  expect(unboundedJson(modules)).toEqual([])
})

test('migrations are numbered one after the other: the server refuses to start with a gap or a double', () => {
  const numbers = readdirSync('migrations').map((name) => Number(name.slice(0, 4)))
  expect(numbers.sort((one, other) => one - other)).toEqual(numbers.map((_, at) => at + 1))
})

test('a file has at most 400 lines', () => {
  expect(fileSizes(modules)).toEqual([])
})

test('a function has at most 60 lines', () => {
  expect(functionSizes(modules)).toEqual([])
})

test('a file’s name says what is in it', () => {
  expect(names(tree)).toEqual([])
})

test('nothing is left for later, left out or unchecked, and no package registry is named', () => {
  expect(words(tree)).toEqual([])
})
