import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Job, partsFor, planJobs, withhold } from '../support/plan.ts'

const names = (jobs: Job[]) => jobs.map((job) => job.pass.name)

test('a file that needs neither database nor server, or is a screen, runs once; others on both, or on each pair', () => {
  const jobs = planJobs(['all'], [])
  const passesOf = (file: string) => names(jobs.filter((job) => job.files.includes(file)))
  const rules: [RegExp, string[]][] = [
    [/^test\/(pure\/|architecture\.)/, ['pure']],
    [/^test\/outside\/(dashboard|desktop|widget)/, ['node-server']],
    [/^test\/outside\/kill-bulk/, ['node-server']],
    [/^test\/outside\/(start|stop|kill)/, ['node-embedded', 'node-server', 'deno-embedded', 'deno-server']],
    [/^test\/outside\/commands/, ['node-embedded', 'deno-server']],
    [/^test\/outside\/chaos/, ['node-server']],
    [/^test\/outside\/stall/, ['node-embedded']],
    [/^test\/outside\/clock/, ['node-embedded', 'node-server']],
    [/^test\/outside\/two-servers-completion/, ['node-embedded', 'node-server']],
    [/^test\/outside\/two-servers/, ['node-server', 'deno-server']],
    [/^test\/outside\/demo-history/, ['node-embedded']],
    [/^test\/outside\//, ['node-embedded', 'deno-server']],
    [/^test\/answers-/, ['server']],
    [/^test\//, ['embedded', 'server']],
  ]
  for (const file of globSync('test/**/*.test.ts')) {
    const [, expected] = rules.find(([pattern]) => pattern.test(file))!
    expect([file, passesOf(file)]).toEqual([file, expected])
  }
})

test('a pass is chosen by its name or a prefix; those on Deno only run on request', () => {
  expect(names(planJobs(['pure'], []))).toEqual(['pure'])
  expect(names(planJobs(['deno'], []))).toEqual(['deno-embedded', 'deno-server'])
  expect(names(planJobs([], []))).toEqual(['pure', 'embedded', 'server', 'node-embedded', 'node-server'])
  expect(() => planJobs(['den'], [])).toThrow('no pass is named den')
})

test('by default, tests with the same results on both databases run only on a server; requested by pass or file, they run on both', () => {
  const passesOf = (jobs: Job[], file: string) => names(jobs.filter(({ files }) => files.includes(file)))
  const [labels, log] = ['test/labels.test.ts', 'test/event-log.test.ts']
  expect(passesOf(planJobs([], []), labels)).toEqual(['server'])
  expect(passesOf(planJobs([], []), log)).toEqual(['embedded', 'server'])
  expect(passesOf(planJobs(['all'], []), labels)).toEqual(['embedded', 'server'])
  expect(passesOf(planJobs([], ['labels']), labels)).toEqual(['embedded', 'server'])
})

test('a filter keeps the files whose path contains it, and no pass without files', () => {
  const [job, ...more] = planJobs([], ['pure/plan'])
  expect(job?.files).toEqual(['test/pure/plan.test.ts'])
  expect(more).toEqual([])
})

test('what a machine lacks removes the passes or files that need it, with a message', () => {
  const [plain] = planJobs(['pure'], ['pure/plan'])
  const jobs: Job[] = [plain!, { ...plain!, pass: { ...plain!.pass, name: 'server', database: 'server' } }]
  expect(partsFor(jobs)).toEqual(['postgresql'])
  expect(withhold(jobs, ['postgresql'])).toEqual({ jobs: [plain], withheld: ['server (no Postgres server)'] })
  expect(withhold(jobs, [])).toEqual({ jobs, withheld: [] })
})
