import type { Job } from '../../../../shared/job.ts'
import type { JobPageWords } from '../../words/en/job-page.ts'
import type { JobsWords } from '../../words/en/jobs.ts'
import { assigneeOf, type Column, contactOf } from './list-columns.ts'

type Cell = string | number | null

const timeOf = (at: number | null) => at && new Date(at).toISOString()

/** Amounts and times are the same in every language. A value has its currency in another column. */
const cells: Record<Column, (job: Job, words: JobsWords) => Cell[]> = {
  number: ({ number }) => [number],
  title: ({ title }) => [title],
  stage: ({ stage }) => [stage.name],
  contact: (job) => [contactOf(job)],
  value: ({ value, currency }) => [value, value === null ? null : currency],
  due: ({ dueAt }) => [timeOf(dueAt)],
  assignee: (job) => [assigneeOf(job)],
  source: ({ source }, { sources }) => [sources[source]],
  changed: ({ updatedAt }) => [timeOf(updatedAt)],
}

type Words = { jobs: JobsWords; list: JobPageWords['list'] }

/** A table of jobs as CSV (RFC 4180). */
export function csvOf(jobs: readonly Job[], columns: readonly Column[], { jobs: words, list }: Words): string {
  const head = columns.flatMap((column) => [list.columns[column], ...(column === 'value' ? [list.currency] : [])])
  const rows = jobs.map((job) => columns.flatMap((column) => cells[column](job, words)))
  return [head, ...rows].map((row) => `${row.map((cell) => quoted(safe(cell))).join(',')}\r\n`).join('')
}

const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/**
 * Prevents CSV injection, as the export of the contacts does: spreadsheets would run text that begins like a formula.
 * Some split a line at semicolons or tabs, so what follows one, or a line break, is a beginning too.
 */
export const safe = (cell: Cell): string =>
  String(cell ?? '').replace(/([\s";]+|^)([=+\-@＝＋－＠]?)/g, (all, before: string, sign: string, at: number) => {
    const marked = sign && /[;\t\r\n]/.test(before) ? `${before}'${sign}` : all
    return at === 0 && (sign || /[\t\r]/.test(before)) ? `'${marked}` : marked
  })
