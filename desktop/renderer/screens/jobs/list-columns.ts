import type { Job, Stage } from '../../../../shared/job.ts'

/** The columns of the table, in their order. */
export const columns = ['number', 'title', 'stage', 'contact', 'value', 'due', 'assignee', 'source', 'changed'] as const
export type Column = (typeof columns)[number]

/** How somebody looks at the table, on this machine. */
export type TableLook = { by: Column; down: boolean; hidden: readonly Column[] }

export const firstLook: TableLook = { by: 'number', down: true, hidden: ['source'] }

/** Without the title, a row says too little. */
export const isOptional = (column: Column): boolean => column !== 'title'

const isColumn = (name: unknown): name is Column => (columns as readonly unknown[]).includes(name)

/** Parses a stored look. What is not known is left out. */
export function lookIn(text: string | null): TableLook {
  try {
    const given = JSON.parse(text ?? 'null') as Partial<TableLook> | null
    if (given === null || typeof given !== 'object') return firstLook
    const { by, down, hidden } = given
    return {
      by: isColumn(by) ? by : firstLook.by,
      down: typeof down === 'boolean' ? down : firstLook.down,
      hidden: Array.isArray(hidden) ? hidden.filter((one) => isColumn(one) && isOptional(one)) : firstLook.hidden,
    }
  } catch {
    // Something else wrote to the storage.
    return firstLook
  }
}

export const shownIn = ({ hidden }: TableLook): Column[] => columns.filter((column) => !hidden.includes(column))

/** The name of a contact; null without one. */
export const contactOf = ({ contact }: Pick<Job, 'contact'>): string | null =>
  contact && (contact.name || contact.email || contact.phone)

export const assigneeOf = ({ assignedName, assignedTo }: Pick<Job, 'assignedName' | 'assignedTo'>): string | null =>
  assignedName || assignedTo

type Key = string | number | null

/** What a column is sorted by. */
const keys: Record<Column, (job: Job, places: ReadonlyMap<string, number>) => Key> = {
  number: ({ number }) => number,
  title: ({ title }) => title,
  stage: ({ stage }, places) => places.get(stage.id) ?? null,
  contact: contactOf,
  value: ({ valueCents }) => valueCents,
  due: ({ dueAt }) => dueAt,
  assignee: assigneeOf,
  source: ({ source }) => source,
  changed: ({ updatedAt }) => updatedAt,
}

/** Sorts jobs by a column. Jobs without a value come last in both directions; the same values in the order of numbers. */
export function sorted(
  jobs: readonly Job[],
  { by, down }: Pick<TableLook, 'by' | 'down'>,
  stages: readonly Pick<Stage, 'id'>[],
  language: string,
): Job[] {
  const { compare } = new Intl.Collator(language, { numeric: true })
  const places = new Map(stages.map(({ id }, place) => [id, place]))
  const keyOf = (job: Job) => {
    const key = keys[by](job, places)
    return key === '' ? null : key
  }
  const keyed = jobs.map((job) => ({ job, key: keyOf(job) }))
  const order = (a: Key, b: Key) => (typeof a === 'string' ? compare(a, String(b)) : Number(a) - Number(b))
  const ordered = (a: Key, b: Key) => {
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return down ? order(b, a) : order(a, b)
  }
  return keyed.toSorted((a, b) => ordered(a.key, b.key) || b.job.number - a.job.number).map(({ job }) => job)
}
