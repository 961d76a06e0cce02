import { expect, test } from 'vitest'
import { type FileResult, outcomeOf } from '../support/reporter.ts'
import { outcomeOfRun } from '../support/vitest.ts'

const stack = (text: string) => `${text}\n    at other.ts:3:4\n    at a.test.ts:17:5\n    at a.test.ts:90:1`

const fileWith = (...tests: [name: string, state: string, ...errors: string[]][]): FileResult => ({
  name: 'a.test.ts',
  tests: tests.map(([name, state, ...errors]) => ({ name, state, errors })),
})

test('a test that did not pass has failed, including a skipped one', () => {
  const failing = fileWith(['breaks', 'failed', stack('no cheese')])
  expect(outcomeOf([fileWith(['one', 'passed'], ['two', 'skipped']), { ...failing, error: '' }])).toEqual({
    passed: 1,
    failed: 2,
    failures: ['a.test.ts > two: was skipped', 'a.test.ts > breaks: no cheese (line 17)'],
    wavered: [],
  })
})

test('a file that could not be loaded is a failure', () => {
  expect(outcomeOf([{ ...fileWith(), error: 'no such module\nat x' }])).toEqual({
    passed: 0,
    failed: 1,
    failures: ['a.test.ts: no such module'],
    wavered: [],
  })
})

test('a test that passed only on retry counts as passed, and is named', () => {
  expect(outcomeOf([fileWith(['one', 'passed'], ['two', 'passed', stack('too late')])])).toEqual({
    passed: 2,
    failed: 0,
    failures: [],
    wavered: ['a.test.ts > two: too late (line 17)'],
  })
})

test('the last step of a browser is named, because the error itself only says that time is up', () => {
  const late = 'locator.click: Timeout 60000ms exceeded.\nCall log:\n  - waiting for p\n    - element is not stable\n'
  expect(outcomeOf([fileWith(['two', 'passed', stack(late)])]).wavered).toEqual([
    'a.test.ts > two: locator.click: Timeout 60000ms exceeded. – element is not stable (line 17)',
  ])
})

test('a property that failed is named with its seed and its reason, because it may hold with other data', () => {
  const failed = 'Error: Property failed after 1 tests\n{ seed: 7, path: "0" }\nCounterexample: [[3]]'
  const caused = `${stack(failed)}\nCaused by: expected 3 to be 4\n- Expected`
  expect(outcomeOf([fileWith(['two', 'passed', caused])]).wavered).toEqual([
    'a.test.ts > two: Error: Property failed after 1 tests { seed: 7, path: "0" } Caused by: expected 3 to be 4 (line 17)',
  ])
})

test('what differs is named, because the error itself shortens it', () => {
  const failed = `${stack('expected [ Array(1) ] to deeply equal []')}\nDiffers in: +   "not found",`
  expect(outcomeOf([fileWith(['two', 'passed', failed])]).wavered).toEqual([
    'a.test.ts > two: expected [ Array(1) ] to deeply equal [] Differs in: +   "not found", (line 17)',
  ])
})

test('a run that failed although each test passed is a failure, and so is one without output', () => {
  const passed = outcomeOf([fileWith(['one', 'passed'])])
  expect(outcomeOfRun(passed, 0)).toEqual(passed)
  expect(outcomeOfRun(passed, 1)).toMatchObject({ passed: 1, failed: 1 })
  expect(outcomeOfRun(passed, null)).toMatchObject({ passed: 1, failed: 1 })
  expect(outcomeOfRun(undefined, 0)).toMatchObject({ passed: 0, failed: 1 })
})
