import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dueAt, dueParts, dueText } from '../../desktop/renderer/screens/jobs/due.ts'
import { filtersIn, jobsRoute } from '../../desktop/renderer/screens/jobs/filters.ts'
import { historyWords, partsOf } from '../../desktop/renderer/screens/jobs/history-words.ts'
import { columns, firstLook, lookIn, shownIn, sorted } from '../../desktop/renderer/screens/jobs/list-columns.ts'
import { csvOf, safe } from '../../desktop/renderer/screens/jobs/list-csv.ts'
import { countOf, foundBy } from '../../desktop/renderer/screens/jobs/list-query.ts'
import { jobPage as german } from '../../desktop/renderer/words/de/job-page.ts'
import { jobPage } from '../../desktop/renderer/words/en/job-page.ts'
import { jobs as jobsWords } from '../../desktop/renderer/words/en/jobs.ts'
import { safe as safeOnServer } from '../../server/features/contacts/csv.ts'
import type { Job, JobHistoryEntry, JobHistoryKind } from '../../shared/job.ts'

const stages = [
  { id: 'stg_a', name: 'New', kind: 'open' as const, count: 600, color: '', position: 0, rotDays: null, valueCents: 0 },
  { id: 'stg_b', name: 'Won', kind: 'won' as const, count: 20, color: '', position: 1, rotDays: null, valueCents: 0 },
]

const job = (number: number, more: Partial<Job> = {}): Job => ({
  ...{ id: `job_${number}`, number, title: `Job ${number}`, details: null, status: 'open', fields: {}, contact: null },
  ...{ stage: { id: 'stg_a', name: 'New', kind: 'open' }, conversationId: null, source: 'manual', value: null },
  ...{ valueCents: null, currency: null, dueAt: null, assignedTo: null, assignedName: null, position: number },
  ...{ stale: false, stageChangedAt: 0, closedAt: null, lostReason: null, createdAt: 0, updatedAt: number },
  ...more,
})
const numbers = (jobs: readonly Job[]) => jobs.map(({ number }) => number)

describe('the table of jobs', () => {
  const contact = (name: string | null) => ({ id: 'lead_1', name, email: null, phone: null })
  const all = [
    job(1, { title: 'b', value: 20, valueCents: 2000, contact: contact('Zoë'), dueAt: 5 }),
    job(2, { title: 'A', value: 100, valueCents: 10_000, stage: { id: 'stg_b', name: 'Won', kind: 'won' } }),
    job(3, { title: 'c 10', contact: contact('Ana'), dueAt: 3 }),
    job(4, { title: 'c 9', contact: contact(null) }),
  ]
  test.each([
    ['number', true, [4, 3, 2, 1]],
    ['title', false, [2, 1, 4, 3]],
    ['value', false, [1, 2, 4, 3]],
    ['value', true, [2, 1, 4, 3]],
    ['contact', false, [3, 1, 4, 2]],
    ['due', true, [1, 3, 4, 2]],
    ['stage', true, [2, 4, 3, 1]],
    ['changed', false, [1, 2, 3, 4]],
  ] as const)('is sorted by %s, down: %s; jobs without a value are last', (by, down, expected) => {
    expect(numbers(sorted(all, { by, down }, stages, 'en'))).toEqual(expected)
  })

  test('remembers columns and order, and leaves out what it does not know', () => {
    const look = { by: 'value', down: false, hidden: ['due', 'number'] } as const
    expect(lookIn(JSON.stringify(look))).toEqual(look)
    expect(shownIn(look)).toEqual(columns.filter((column) => column !== 'due' && column !== 'number'))
    for (const text of [null, '', '[', '7', 'null', '{"by":"x","down":"no","hidden":{}}'])
      expect(lookIn(text)).toEqual(firstLook)
    expect(lookIn('{"by":"title","down":true,"hidden":["title","x",3,"stage"]}').hidden).toEqual(['stage'])
  })

  test('counts by status, and what the filters find', () => {
    expect([countOf(stages, 'open'), countOf(stages, 'all')]).toEqual([600, 620])
    expect(foundBy(stages, filtersIn('view=list'))).toBe(600)
    expect(foundBy(stages, filtersIn('stage=stg_b'))).toBe(20)
    expect(foundBy(stages, filtersIn('stage=gone'))).toBe(0)
  })

  test('has its filters in the address', () => {
    const query = 'view=list&q=roof&assigned=me&source=api&stage=stg_a&status=won'
    expect(jobsRoute(filtersIn(query))).toEqual({ page: 'jobs', id: null, query })
  })
})

describe('the export of jobs', () => {
  const words = { jobs: jobsWords, list: jobPage.list }
  test('has a value with its currency, times in UTC, and nothing that a spreadsheet runs', () => {
    const risky = job(7, {
      ...{ title: '=1+1', value: 1250.5, currency: 'EUR', dueAt: Date.UTC(2030, 1, 3, 4, 5) },
      ...{ assignedTo: 'a@b.example', assignedName: 'Anna, "the" boss' },
    })
    expect(csvOf([risky, job(8)], ['number', 'title', 'value', 'due', 'assignee', 'source'], words)).toBe(
      'Number,Title,Value,Currency,Due,Assignee,Source\r\n' +
        `7,'=1+1,1250.5,EUR,2030-02-03T04:05:00.000Z,"Anna, ""the"" boss",Dashboard\r\n` +
        '8,Job 8,,,,,Dashboard\r\n',
    )
  })

  test('guards its cells as the export of the contacts does', () => {
    const piece = fc.constantFrom('=', '+', '-', '@', '＝', '\t', '\r', '\n', ';', '"', ' ', 'a', '1', ',', "'")
    fc.assert(fc.property(fc.string({ unit: piece, maxLength: 12 }), (cell) => safe(cell) === safeOnServer(cell)))
  })
})

describe('a due date', () => {
  test('has a time unless it is the end of its day', () => {
    const at = (text: string) => new Date(text).getTime()
    expect(dueText(null)).toBe('')
    expect(dueText(at('2030-02-01T09:05'))).toBe('2030-02-01 09:05')
    expect(dueAt('2030-02-01')).toBe(at('2030-02-01T23:59'))
    expect(dueText(dueAt('2030-02-01'))).toBe('2030-02-01')
    expect([dueAt(''), dueAt('10:00')]).toEqual([null, null])
    expect(dueParts('10:00')).toEqual({ date: '', time: '10:00' })
    expect(dueParts('2030-02-01 10:00')).toEqual({ date: '2030-02-01', time: '10:00' })
  })

  test('stays the same minute', () => {
    const minute = 60_000
    const max = Date.UTC(9999, 0)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: max / minute }), (minutes) => {
        const text = dueText(minutes * minute)
        return dueText(dueAt(text)) === text
      }),
    )
  })
})

describe('the history', () => {
  const fields = [
    { name: 'roof', label: 'Kind of roof', type: 'text' as const, required: false },
    { name: 'paid', label: 'Paid', type: 'boolean' as const, required: false },
  ]
  const names = new Map([['ben@shop.example', 'Ben Ode']])
  const about = { fields, names, time: () => '3 Feb', number: String }
  const entry = (
    kind: string,
    data: Record<string, unknown>,
    more: Partial<JobHistoryEntry> = {},
  ): JobHistoryEntry => ({
    ...{ id: 'jhist_1', at: 0, actor: 'anna@shop.example', actorName: 'Anna', kind: kind as JobHistoryKind, data },
    ...more,
  })
  const said = (one: JobHistoryEntry, words = jobPage) => partsOf(historyWords(one, { ...about, words })).join('')

  test.each([
    ['created', { source: 'manual', stage: 'New' }, 'Anna created it in New'],
    ['stage_changed', { from: 'New', to: 'Won' }, 'Anna moved it from New to Won'],
    ['stage_changed', { from: 'Done', to: 'Done' }, 'Anna changed the kind of the stage Done'],
    ['won', {}, 'Anna marked it as won'],
    ['lost', { reason: 'Too dear' }, 'Anna marked it as lost: Too dear'],
    ['lost', {}, 'Anna marked it as lost'],
    ['reopened', {}, 'Anna reopened it'],
    ['assigned', { field: 'assignedTo', from: null, to: 'ben@shop.example' }, 'Anna assigned it to Ben Ode'],
    ['assigned', { from: 'x@shop.example', to: null }, 'Anna removed the assignee x@shop.example'],
    ['assigned', {}, 'Anna changed the assignee'],
    ['updated', { field: 'title', from: 'a', to: 'b' }, 'Anna changed the title from a to b'],
    ['updated', { field: 'value', from: null, to: 12.5 }, 'Anna set the value to 12.5'],
    ['updated', { field: 'dueAt', from: 99, to: null }, 'Anna removed the due date, which was 3 Feb'],
    ['updated', { field: 'fields.roof', from: null, to: 'flat' }, 'Anna set Kind of roof to flat'],
    ['updated', { field: 'fields.paid', from: 'false', to: 'true' }, 'Anna changed Paid from No to Yes'],
    ['updated', { field: 'fields.gone', from: 'a', to: null }, 'Anna removed gone, which was a'],
    ['updated', { field: 'details', from: 'long', to: 'longer' }, 'Anna changed the description'],
    ['updated', { field: 'constructor', from: 1, to: 2 }, 'Anna changed a field from 1 to 2'],
    ['updated', {}, 'Anna changed it'],
    ['details_added', { text: 'Tiles are here.' }, 'Anna added an update: Tiles are here.'],
    ['note_added', { noteId: 'note_1' }, 'Anna added a note'],
    ['file_added', { name: 'plan.pdf' }, 'Anna added the file plan.pdf'],
    ['file_removed', {}, 'Anna deleted the file …'],
    ['appointment_added', {}, 'Anna added an appointment'],
    ['appointment_cancelled', { title: 'Visit' }, 'Anna cancelled Visit'],
    ['appointment_moved', {}, 'Anna moved the appointment from … to …'],
    ['something_new', {}, 'Anna changed it'],
  ])('says what %s %j means', (kind, data, text) => {
    expect(said(entry(kind, data))).toBe(text)
  })

  test('names keys and the server, in German too', () => {
    expect(said(entry('won', {}, { actor: 'key:k1', actorName: null }))).toBe('An API key marked it as won')
    expect(said(entry('won', {}, { actor: 'system', actorName: null }))).toBe('Frontdesk marked it as won')
    expect(said(entry('stage_changed', { from: 'Neu', to: 'Ab' }), german as typeof jobPage)).toBe(
      'Anna: von Neu nach Ab verschoben',
    )
  })

  test('keeps what people typed apart from the sentence', () => {
    const typed = 'a\u2069 b\u2068\u2067'
    expect(partsOf(historyWords(entry('file_added', { name: typed }), { ...about, words: jobPage }))).toEqual([
      ...['', 'Anna', ' added the file ', 'a b', ''],
    ])
  })
})
