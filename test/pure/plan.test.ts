import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { groupsOf, type Job, partsFor, planJobs, withhold } from '../support/plan.ts'

const names = (jobs: Job[]) => jobs.map((job) => job.pass.name)

test('a file runs on both databases and runtimes only if its result depends on them', () => {
  const jobs = planJobs(['all'], [])
  const passesOf = (file: string) => names(jobs.filter((job) => job.files.includes(file)))
  const rules: [RegExp, string[]][] = [
    [/^test\/(pure\/|architecture\.)/, ['pure']],
    [/^test\/outside\/(dashboard|desktop|widget|handover)/, ['node-server']],
    [/^test\/outside\/kill-bulk/, ['node-server']],
    [/^test\/outside\/(start|stop|kill)/, ['node-embedded', 'node-server', 'deno-embedded', 'deno-server']],
    [/^test\/outside\/commands/, ['node-embedded', 'deno-server']],
    [/^test\/outside\/chaos/, ['node-server']],
    [/^test\/outside\/stall/, ['node-embedded']],
    [/^test\/outside\/(clock|move|two-servers-(completion|bookings|webhooks))/, ['node-server']],
    [/^test\/outside\/telegram/, ['node-server', 'deno-server']],
    [/^test\/outside\/two-servers/, ['node-server', 'deno-server']],
    [/^test\/outside\/demo-history/, ['node-embedded']],
    [/^test\/outside\//, ['node-embedded', 'deno-server']],
    [/^test\/embedded-memory/, ['embedded']],
    [/^test\/queue-cost/, ['server']],
    [/^test\/(database|driver|every-operation|event-log|queue|transaction)/, ['embedded', 'server']],
  ]
  for (const file of globSync('test/**/*.test.ts')) {
    const rule = rules.find(([pattern]) => pattern.test(file))
    if (rule) expect([file, passesOf(file)]).toEqual([file, rule[1]])
    else expect(passesOf(file)).toContain('server')
  }
})

test('a pass is chosen by its name or a prefix; those on Deno only run on request', () => {
  expect(names(planJobs(['pure'], []))).toEqual(['pure'])
  expect(names(planJobs(['deno'], []))).toEqual(['deno-embedded', 'deno-server'])
  expect(names(planJobs([], []))).toEqual(['pure', 'embedded', 'server', 'node-embedded', 'node-server'])
  expect(() => planJobs(['den'], [])).toThrow('no pass is named den')
})

test('tests with the same results on both databases run only on a server; chaos only on request', () => {
  const passesOf = (jobs: Job[], file: string) => names(jobs.filter(({ files }) => files.includes(file)))
  const [labels, log, chaos] = ['test/labels.test.ts', 'test/event-log.test.ts', 'test/outside/chaos.test.ts']
  expect(passesOf(planJobs(['all'], []), labels)).toEqual(['server'])
  expect(passesOf(planJobs([], ['event-log']), log)).toEqual(['embedded', 'server'])
  expect(passesOf(planJobs([], []), chaos)).toEqual([])
  expect(passesOf(planJobs([], ['chaos']), chaos)).toEqual(['node-server'])
})

test('screens run beside everything else, and each job once', () => {
  const jobs = planJobs(['all'], [])
  const [screens, rest] = groupsOf(jobs)
  expect(names(screens!)).toEqual(['node-server'])
  expect(new Set([...screens!, ...rest!])).toEqual(new Set(jobs))
  expect(groupsOf(planJobs(['pure'], []))).toHaveLength(1)
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
