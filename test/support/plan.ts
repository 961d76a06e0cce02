import { existsSync, globSync, readFileSync } from 'node:fs'
import type { Part } from './machine.ts'
import { type Pass, passes } from './passes.ts'

/** A pass and the files that it runs, as paths relative to the root of the project. */
export type Job = { pass: Pass; files: string[] }

/**
 * What to run. Without names and filters, each pass runs its local selection.
 * @param names the requested passes; `deno` means `deno-embedded` and `deno-server`, `all` all passes, and none all
 * except those on Deno
 * @param filters runs only files whose paths contain one of these; none for all files
 * @throws if a name is not that of a pass
 */
export function planJobs(names: string[], filters: string[]): Job[] {
  for (const name of names) {
    if (!passes.some((pass) => isNamed(pass, name))) throw new Error(`no pass is named ${name}`)
  }
  const chosen = passes.filter((pass) =>
    names.length === 0 ? pass.runtime !== 'deno' : names.some((name) => isNamed(pass, name)),
  )
  const isLocal = names.length === 0 && filters.length === 0
  return chosen
    .map((pass) => ({ pass, files: filesOf(isLocal ? { ...pass, ...pass.locally } : pass, filters) }))
    .filter((job) => job.files.length > 0)
}

function isNamed(pass: Pass, name: string) {
  return name === 'all' || pass.name === name || pass.name.startsWith(`${name}-`)
}

function filesOf(pass: Pass, filters: string[]) {
  const files = globSync(pass.include, { exclude: pass.exclude }).map((file) => file.replaceAll('\\', '/'))
  return files.filter((file) => filters.length === 0 || filters.some((filter) => file.includes(filter))).sort()
}

/**
 * The jobs in two groups that run at the same time, each in its own Vitest: screens, whose browsers need most of the
 * processor, beside all others, which often wait. The workers of a group serve one pass after the other, so each is
 * reused for many files.
 */
export function groupsOf(jobs: Job[]): Job[][] {
  const { screens = [], rest = [] } = Object.groupBy(jobs, ({ pass }) =>
    pass.name === 'node-server' ? 'screens' : 'rest',
  )
  return [screens, rest].filter((group) => group.length > 0)
}

/** The programs that these jobs need. */
export function partsFor(jobs: Job[]): Part[] {
  const parts: Part[] = []
  if (jobs.some((job) => job.pass.database === 'server')) parts.push('postgresql')
  if (jobs.some((job) => job.files.some((file) => usesBrowser(file)))) parts.push('chromium')
  return parts
}

/** Whether a file uses a browser, itself or through its imports of test/support. */
function usesBrowser(file: string, seen = new Set<string>()): boolean {
  if (seen.has(file) || !existsSync(file)) return false
  seen.add(file)
  if (file.endsWith('support/machine.ts')) return true
  const imported = readFileSync(file, 'utf8').matchAll(/^import (?!type )[^']*from '\.[^']*?([\w-]+)\.ts'/gm)
  return [...imported].some(([, name]) => usesBrowser(`test/support/${name}.ts`, seen))
}

/**
 * Removes what cannot run without these programs.
 * @returns the jobs that can run, and a phrase for each that cannot
 */
export function withhold(jobs: Job[], missing: Part[]): { jobs: Job[]; withheld: string[] } {
  const withheld: string[] = []
  let rest = jobs
  if (missing.includes('postgresql')) {
    const names = rest.filter((job) => job.pass.database === 'server').map((job) => job.pass.name)
    withheld.push(`${names.join(', ')} (no Postgres server)`)
    rest = rest.filter((job) => job.pass.database !== 'server')
  }
  if (missing.includes('chromium')) {
    const files = new Set(rest.flatMap((job) => job.files).filter((file) => usesBrowser(file)))
    withheld.push(`${[...files].join(', ')} (no Chromium: name one with CHROMIUM_PATH)`)
    rest = rest.map((job) => ({ ...job, files: job.files.filter((file) => !files.has(file)) }))
  }
  return { jobs: rest.filter((job) => job.files.length > 0), withheld }
}
