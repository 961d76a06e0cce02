import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readReport } from '../support/report.ts'

type File = { status?: string; message?: string; tests: string[] }

function reportOf(files: File[]) {
  const path = join(mkdtempSync(join(tmpdir(), 'report-')), 'report.json')
  const testResults = files.map(({ status = 'passed', message = '', tests }) => ({
    name: 'a.test.ts',
    status,
    message,
    assertionResults: tests.map((one) => ({
      fullName: one,
      status: one.split(' ')[0],
      failureMessages:
        one === 'passed' ? [] : [`${one}\n    at other.ts:3:4\n    at a.test.ts:17:5\n    at a.test.ts:90:1`],
    })),
  }))
  writeFileSync(path, JSON.stringify({ testResults }))
  return path
}

test('what did not pass has failed, whatever it is called', () => {
  const path = reportOf([{ tests: ['passed', 'passed', 'skipped', 'todo'] }, { status: 'failed', tests: ['failed'] }])
  expect(readReport(path, 1)).toEqual({
    passed: 2,
    failed: 3,
    failures: [
      'a.test.ts > skipped: was skipped',
      'a.test.ts > todo: was todo',
      'a.test.ts > failed: failed (line 17)',
    ],
    wavered: [],
  })
})

test('a file that could not be loaded is a failure', () => {
  expect(readReport(reportOf([{ status: 'failed', message: 'no such module', tests: [] }]), 1)).toEqual({
    passed: 0,
    failed: 1,
    failures: ['a.test.ts: no such module'],
    wavered: [],
  })
})

test('what passed only when it was tried again is counted as passed, and named', () => {
  expect(readReport(reportOf([{ tests: ['passed', 'passed again'] }]), 0)).toEqual({
    passed: 2,
    failed: 0,
    failures: [],
    wavered: ['a.test.ts > passed again: passed again (line 17)'],
  })
})

test('an error outside of any test is a failure', () => {
  expect(readReport(reportOf([{ tests: ['passed'] }]), 1)).toMatchObject({ passed: 1, failed: 1 })
})

test('a run that wrote nothing is a failure, however it ended', () => {
  expect(readReport('/nonexistent/report.json', 0)).toMatchObject({ passed: 0, failed: 1 })
  expect(readReport('/nonexistent/report.json', null)).toMatchObject({ passed: 0, failed: 1 })
})
