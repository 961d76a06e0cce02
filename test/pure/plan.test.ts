import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Job, partsFor, planJobs, withhold } from '../support/plan.ts'

const names = (jobs: Job[]) => jobs.map((job) => job.pass.name)

test('a file that needs neither database nor server, or is a screen, is run once; the others on both, or on each pair', () => {
  const jobs = planJobs(['all'], [])
  const passesOf = (file: string) => names(jobs.filter((job) => job.files.includes(file)))
  const rules: [RegExp, string[]][] = [
    [/^test\/(pure\/|architecture\.)/, ['pure']],
    [/^test\/outside\/(dashboard|desktop|widget)/, ['node-server']],
    [/^test\/outside\/(start|stop|kill)/, ['node-embedded', 'node-server', 'deno-embedded', 'deno-server']],
    [/^test\/outside\/commands/, ['node-embedded', 'deno-embedded', 'deno-server']],
    [/^test\/outside\/chaos/, ['node-server']],
    [/^test\/outside\/stall/, ['node-embedded']],
    [/^test\/outside\/clock/, ['node-embedded', 'node-server']],
    [/^test\/outside\/two-servers-completion/, ['node-embedded', 'node-server', 'deno-server']],
    [/^test\/outside\/two-servers/, ['node-server', 'deno-server']],
    [/^test\/outside\//, ['node-embedded', 'deno-server']],
    [/^test\//, ['embedded', 'server']],
  ]
  for (const file of globSync('test/**/*.test.ts')) {
    const [, expected] = rules.find(([pattern]) => pattern.test(file))!
    expect([file, passesOf(file)]).toEqual([file, expected])
  }
})

test('a pass is chosen by its name or by what its name begins with; those on Deno are not run unasked', () => {
  expect(names(planJobs(['pure'], []))).toEqual(['pure'])
  expect(names(planJobs(['deno'], []))).toEqual(['deno-embedded', 'deno-server'])
  expect(names(planJobs([], []))).toEqual(['pure', 'embedded', 'server', 'node-embedded', 'node-server'])
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
