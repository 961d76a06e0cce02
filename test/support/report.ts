import { existsSync, readFileSync } from 'node:fs'

/** What `reporter.ts` writes of a pass. */
export type Report = {
  testResults: {
    name: string
    status: 'passed' | 'failed'
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] | null }[]
  }[]
}

/** The outcome of one pass; `failures` holds a line for each test that failed, `wavered` one for each that passed at last. */
export type Outcome = { passed: number; failed: number; failures: string[]; wavered: string[] }

/**
 * Counts what a run of Vitest did. Whatever did not pass has failed: a test that was skipped or left to do, a file that
 * could not be loaded, a run that ended badly although each of its tests passed.
 * @param file what `reporter.ts` wrote of the pass
 * @param exitCode how Vitest ended; null when a signal ended it
 */
export function readReport(file: string, exitCode: number | null): Outcome {
  if (!existsSync(file))
    return { passed: 0, failed: 1, failures: [`the run wrote no report (exit ${exitCode})`], wavered: [] }
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report
  const outcome: Outcome = { passed: 0, failed: 0, failures: [], wavered: [] }
  for (const result of report.testResults) addFile(outcome, result)
  if (exitCode !== 0 && outcome.failed === 0) fail(outcome, `the run ended with exit ${exitCode} outside of any test`)
  return outcome
}

function addFile(outcome: Outcome, result: Report['testResults'][number]) {
  const bad = result.assertionResults.filter((test) => test.status !== 'passed')
  outcome.passed += result.assertionResults.length - bad.length
  for (const { status, fullName, failureMessages } of result.assertionResults) {
    if (status === 'passed' && failureMessages?.length)
      outcome.wavered.push(`${result.name} > ${fullName}: ${reasonOf(result.name, failureMessages[0])}`)
  }
  for (const test of bad) {
    const reason = test.status === 'failed' ? reasonOf(result.name, test.failureMessages?.[0]) : `was ${test.status}`
    fail(outcome, `${result.name} > ${test.fullName}: ${reason}`)
  }
  if (result.status === 'failed' && bad.length === 0) fail(outcome, `${result.name}: ${firstLine(result.message)}`)
}

function fail(outcome: Outcome, line: string) {
  outcome.failed += 1
  outcome.failures.push(line)
}

/** What went wrong, and in which line of the file. */
function reasonOf(file: string, stack = '') {
  const [, line] = stack.split(`${file}:`)
  return line ? `${firstLine(stack)} (line ${Number.parseInt(line, 10)})` : firstLine(stack)
}

function firstLine(text = '') {
  return text.split('\n', 1)[0] ?? ''
}
