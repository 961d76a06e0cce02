import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Reporter, TestCase, TestModule, TestProject, TestResult } from 'vitest/node'

/** The maximum characters of an error that are printed. */
const maxError = 5_000

/** The outcome of a pass. `failures` and `wavered` have a line for each test that failed, or passed only on retry. */
export type Outcome = { passed: number; failed: number; failures: string[]; wavered: string[] }

/** A test file that ran. Its error is why it could not be loaded, or what failed outside of its tests. */
export type FileResult = { name: string; error?: string; tests: { name: string; state: string; errors: string[] }[] }

/**
 * Writes the outcome of each pass as JSON to the folder TEST_REPORTS, and in `<pass>.times.json` how long its files took.
 * Prints the errors of a test at once, because a run lasts for minutes after that, and completely: the summary shortens them.
 */
export default class implements Reporter {
  onTestCaseResult(test: TestCase): void {
    const { name, errors } = testOf(test)
    for (const error of errors) {
      console.log(`[${test.project.name}] ${test.module.relativeModuleId} > ${name}: ${error.slice(0, maxError)}`)
    }
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const folder = process.env.TEST_REPORTS
    if (!folder) throw new Error('TEST_REPORTS must name the folder for the reports')
    for (const [{ name }, those] of Map.groupBy(modules, ({ project }): TestProject => project)) {
      writeFileSync(join(folder, `${name}.json`), JSON.stringify(outcomeOf(those.map(resultOf))))
      writeFileSync(join(folder, `${name}.times.json`), JSON.stringify(those.map(timeOf)))
    }
  }
}

/** How long a file took in milliseconds, with what it imported. */
export type FileTime = { file: string; milliseconds: number }

function timeOf(module: TestModule): FileTime {
  const { collectDuration, duration, setupDuration } = module.diagnostic()
  return { file: module.relativeModuleId, milliseconds: collectDuration + setupDuration + duration }
}

const resultOf = (module: TestModule): FileResult => ({
  name: module.moduleId,
  ...(module.state() === 'failed' && { error: module.errors()[0]?.message ?? '' }),
  tests: [...module.children.allTests()].map(testOf),
})

const testOf = (test: TestCase): FileResult['tests'][number] => ({
  name: test.fullName,
  state: test.result().state,
  errors: test.result().errors?.map(textOf) ?? [],
})

function textOf({ stack, message, cause, diff }: NonNullable<TestResult['errors']>[number]): string {
  const differences = stripVTControlCharacters(diff ?? '').match(/^[+-] +[^ ].*/gm)
  return [
    stack ?? message,
    cause?.message && `Caused by: ${cause.message}`,
    differences && `Differs in: ${differences.join(' ').slice(0, 300)}`,
  ]
    .filter(Boolean)
    .join('\n')
}

/**
 * Counts tests. A test that did not pass has failed, including skipped ones, and so has a file that could not be
 * loaded.
 */
export function outcomeOf(files: FileResult[]): Outcome {
  const outcome: Outcome = { passed: 0, failed: 0, failures: [], wavered: [] }
  for (const { name: file, error, tests } of files) {
    const failures: string[] = []
    for (const { name, state, errors } of tests) {
      const line = `${file} > ${name}: ${state === 'skipped' ? 'was skipped' : reasonOf(file, errors[0])}`
      if (state !== 'passed') failures.push(line)
      else if (errors.length > 0) outcome.wavered.push(line)
    }
    outcome.passed += tests.length - failures.length
    if (error !== undefined && failures.length === 0) failures.push(`${file}: ${firstLine(error)}`)
    outcome.failures.push(...failures)
  }
  return { ...outcome, failed: outcome.failures.length }
}

/**
 * The first line of an error, with which seed and why a property failed, what differs, what a browser last did about it,
 * and the line of the file where it happened.
 */
function reasonOf(file: string, stack = '') {
  const [, line] = stack.split(`${file}:`)
  const steps = stack
    .split('Call log:')[1]
    ?.split(/\n\s+at /)[0]
    ?.match(/^\s*- .+/gm)
  const last = steps?.at(-1)?.replace(/^[\s-]+/, '')
  const property = [/^\{ seed: .+\}$/m.exec(stack)?.[0], /^(?:Caused by|Differs in): .+/m.exec(stack)?.[0]]
  return [firstLine(stack), ...property, last && `– ${last}`, line && `(line ${Number.parseInt(line, 10)})`]
    .filter(Boolean)
    .join(' ')
}

const firstLine = (text: string) => text.split('\n', 1)[0] ?? ''
