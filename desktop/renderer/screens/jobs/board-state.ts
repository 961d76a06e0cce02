import type { Job, JobList, Stage } from '../../../../shared/job.ts'

/** A stage with its jobs in their order, as far as they were read. */
export type Column = { readonly stage: Stage; readonly items: readonly Job[] }
export type Columns = readonly Column[]

/** Where something is on the board. */
export type Spot = { column: Column; at: number; place: number; job: Job }

/** A job goes to a place. */
export type Move = {
  site: string
  job: Job
  stageId: string
  /** The jobs that follow it there, the nearest first; empty is the end. Default: the end of another stage. */
  followers?: readonly string[] | undefined
  lostReason?: string | undefined
  at: number
}

/** This many following jobs are remembered, because others may move the nearest ones. */
const maxFollowers = 5

/** The answers for all stages. A job that moved while they were read is shown where it was last. */
export function columnsOf(answers: readonly ({ id: string } & JobList)[]): Columns {
  const latest = new Map<string, Job>()
  for (const { items } of answers)
    for (const job of items)
      if (job.stageChangedAt >= (latest.get(job.id)?.stageChangedAt ?? 0)) latest.set(job.id, job)
  return answers.flatMap(({ id, items, stages }) => {
    const stage = stages.find((one) => one.id === id)
    return stage ? [{ stage, items: items.filter((job) => latest.get(job.id) === job) }] : []
  })
}

export function findJob(columns: Columns, id: string | null): Spot | undefined {
  for (const [at, column] of columns.entries()) {
    const place = column.items.findIndex((job) => job.id === id)
    const job = column.items[place]
    if (job) return { column, at, place, job }
  }
  return undefined
}

/** Whether the stage holds more than was read. */
export const isCut = ({ stage, items }: Column): boolean => stage.count > items.length

/** The jobs of a column without one, which is being moved. */
export const othersIn = ({ items }: Column, id: string): readonly Job[] => items.filter((job) => job.id !== id)

/** The ids of the jobs at a place and behind it. */
export const followersAt = (jobs: readonly Job[], place: number): string[] =>
  jobs.slice(place, place + maxFollowers).map(({ id }) => id)

/** The board after a move, in the way that the server does it. */
export function withMove(columns: Columns, move: Move): Columns {
  const from = findJob(columns, move.job.id)
  const to = columns.find(({ stage }) => stage.id === move.stageId)
  if (!from || !to) return columns
  const isSame = from.column === to
  if (isSame && move.followers === undefined) return columns
  const job = isSame ? from.job : entering(from.job, to.stage, move)
  const others = othersIn(to, job.id)
  const place = placeBefore(others, move.followers)
  const isBeyond = place === undefined && isCut(to)
  const items = isBeyond ? others : others.toSpliced(place ?? others.length, 0, job)
  return columns.map((column) => {
    if (column === to) return { stage: isSame ? to.stage : counting(to.stage, job, 1), items }
    if (column !== from.column) return column
    return { stage: counting(column.stage, job, -1), items: othersIn(column, job.id) }
  })
}

/** Before the first of the following jobs that is still there; undefined is the end. */
function placeBefore(jobs: readonly Job[], followers: readonly string[] = []): number | undefined {
  for (const id of followers) {
    const place = jobs.findIndex((job) => job.id === id)
    if (place >= 0) return place
  }
  return undefined
}

const counting = (stage: Stage, { valueCents }: Job, by: 1 | -1): Stage => ({
  ...stage,
  count: Math.max(0, stage.count + by),
  valueCents: stage.valueCents + by * (valueCents ?? 0),
})

/** A job in another stage, whose status follows. */
function entering(job: Job, { id, name, kind }: Stage, { lostReason, at }: Move): Job {
  const isOfKind = job.status === kind
  return {
    ...job,
    stage: { id, name, kind },
    status: kind,
    stale: false,
    stageChangedAt: at,
    closedAt: kind === 'open' ? null : isOfKind ? job.closedAt : at,
    lostReason: kind === 'lost' ? lostReason || (isOfKind ? job.lostReason : null) : null,
  }
}

/** The board with a new job at the end of its stage. */
export function withNewJob(columns: Columns, job: Job): Columns {
  if (findJob(columns, job.id)) return columns
  return columns.map((column) => {
    if (column.stage.id !== job.stage.id) return column
    const items = isCut(column) ? column.items : [...column.items, job]
    return { stage: counting(column.stage, job, 1), items }
  })
}

/** The board without the jobs that are being deleted. */
export const withoutJobs = (columns: Columns, ids: ReadonlySet<string>): Columns =>
  ids.size === 0
    ? columns
    : columns.map(({ stage, items }) => ({
        stage: items.filter(({ id }) => ids.has(id)).reduce((left, job) => counting(left, job, -1), stage),
        items: items.filter(({ id }) => !ids.has(id)),
      }))

/** All jobs, column by column. */
export const jobsOf = (columns: Columns): readonly Job[] => columns.flatMap(({ items }) => items)
