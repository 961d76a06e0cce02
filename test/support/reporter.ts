import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Reporter, TestModule, TestProject } from 'vitest/node'
import type { Report } from './report.ts'

/** Writes what became of each test, a file for each pass: several may run at once. */
export default class implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const folder = process.env.TEST_REPORTS
    if (!folder) throw new Error('TEST_REPORTS names the folder that the reports are written to')
    for (const [{ name }, those] of Map.groupBy(modules, ({ project }): TestProject => project)) {
      const report: Report = { testResults: those.map(resultOf) }
      writeFileSync(join(folder, `${name}.json`), JSON.stringify(report))
    }
  }
}

const resultOf = (module: TestModule): Report['testResults'][number] => ({
  name: module.moduleId,
  status: module.state() === 'failed' ? 'failed' : 'passed',
  message: module.errors()[0]?.message ?? '',
  assertionResults: [...module.children.allTests()].map((test) => ({
    fullName: test.fullName,
    status: test.result().state,
    failureMessages: test.result().errors?.map(({ stack, message }) => stack ?? message) ?? null,
  })),
})
