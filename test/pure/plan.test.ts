import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Job, partsFor, planJobs, withhold } from '../support/plan.ts'

const names = (jobs: Job[]) => jobs.map((job) => job.pass.name)

test('every test file belongs to a pass, and what needs no database, or is a screen, to one alone', () => {
  const jobs = planJobs([], [])
  for (const file of globSync('test/**/*.test.ts')) {
    const times = jobs.filter((job) => job.files.includes(file)).length
    const once = /^test\/(pure\/|architecture\.|outside\/(dashboard|desktop))/.test(file)
    expect([file, times]).toEqual([file, once ? 1 : file.startsWith('test/outside/') ? 4 : 2])
  }
})

test('a pass is chosen by its name or by what its name begins with', () => {
  expect(names(planJobs(['pure'], []))).toEqual(['pure'])
  expect(() => planJobs(['den'], [])).toThrow('no pass is named den')
})

test('a filter leaves the files whose path holds it, and no pass without files', () => {
  const [job, ...more] = planJobs([], ['pure/plan'])
  expect(job?.files).toEqual(['test/pure/plan.test.ts'])
  expect(more).toEqual([])
})

test('what a machine lacks takes out the passes or files that need it, and is told', () => {
  const [plain] = planJobs(['pure'], ['pure/plan'])
  const jobs: Job[] = [plain!, { ...plain!, pass: { ...plain!.pass, name: 'server', database: 'server' } }]
  expect(partsFor(jobs)).toEqual(['postgresql'])
  expect(withhold(jobs, ['postgresql'])).toEqual({ jobs: [plain], withheld: ['server (no Postgres server)'] })
  expect(withhold(jobs, [])).toEqual({ jobs, withheld: [] })
})
