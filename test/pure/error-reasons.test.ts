import { describe, expect, test } from 'vitest'
import { failures as german } from '../../desktop/renderer/words/de/failures.ts'
import { failures as english } from '../../desktop/renderer/words/en/failures.ts'
import type { ErrorParams } from '../../shared/error.ts'
import { errorReasons } from '../../shared/error.ts'
import { type FailureReason, failureReasons } from '../../shared/failure.ts'
import { readTree } from '../support/architecture/tree.ts'
import { sentenceTables } from '../support/sentence-tables.ts'
import { findSentenceChecks } from '../support/sentences.ts'

const tree = readTree()

test.each([
  ['shared/error.ts', errorReasons],
  ['shared/failure.ts', failureReasons],
])('every reason documented in %s is used by the server', (of, reasons) => {
  const server = tree.filter(({ path }) => /^(server|shared)\//.test(path) && path !== of)
  const text = server.map(({ text }) => text).join('\n')
  expect(Object.keys(reasons).filter((reason) => !text.includes(`'${reason}'`))).toEqual([])
})

describe.each([
  ['English', english],
  ['German', german],
])('in %s', (_, failures) => {
  test.each(Object.entries(failureReasons))('%s has a text with documented values only', (reason, [, ...names]) => {
    const word = failures[reason as FailureReason] as string | ((params: ErrorParams) => string)
    const values = Object.fromEntries(names.map((name, at) => [name, at + 1]))
    const text = typeof word === 'string' ? word : word(values)
    expect(text).toMatch(/\S/)
    expect(text).not.toMatch(/undefined|NaN/)
  })
})

/** Compares with what the browser says about its own functions. */
const ofTheBrowser = ['widget/loader/clean.ts']

describe('a client that decides by an English sentence of the server', () => {
  test('does not exist', () => {
    const clients = tree.filter(({ path }) => /^(widget|desktop)\/.*\.tsx?$/.test(path) && !ofTheBrowser.includes(path))
    expect(clients.length).toBeGreaterThan(100)
    expect(clients.flatMap(findSentenceChecks)).toEqual([])
  })

  test.each(Object.entries(sentenceTables))('would be found: %s', (name, { text, checks }) => {
    expect(findSentenceChecks({ path: `${name}.ts`, text })).toHaveLength(checks)
  })
})
