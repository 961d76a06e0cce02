import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Columns,
  columnsOf,
  findJob,
  followersAt,
  type Move,
  othersIn,
  withMove,
  withNewJob,
} from '../../desktop/renderer/screens/jobs/board-state.ts'
import type { Job, Stage } from '../../shared/job.ts'
import { jobNamed, stageNamed } from '../support/board-jobs.ts'

/** What the server stores: each job with its stage and a number that orders it there. */
type Stored = Map<string, { stage: string; position: number; valueCents: number | null }>

const spacing = 2 ** 30

/** A move as the server does it, with the numbers that it would give. */
function moveOnServer(stored: Stored, id: string, stage: string, before: string | null): void {
  const job = stored.get(id)!
  if (job.stage === stage && before === id) return
  const others = [...stored].filter(([other, one]) => other !== id && one.stage === stage)
  const positions = others.map(([, { position }]) => position)
  const next = before === null ? undefined : stored.get(before)!.position
  const lower = positions.filter((position) => next === undefined || position < next)
  const previous = lower.length > 0 ? Math.max(...lower) : undefined
  const position =
    next === undefined
      ? (previous ?? 0) + spacing
      : previous === undefined
        ? next - spacing
        : previous + Math.floor((next - previous) / 2)
  stored.set(id, { ...job, stage, position })
}

function columnsFrom(stored: Stored, stages: readonly Stage[]): Columns {
  return stages.map((stage) => {
    const own = [...stored].filter(([, one]) => one.stage === stage.id).sort(([, a], [, b]) => a.position - b.position)
    return {
      stage: {
        ...stage,
        count: own.length,
        valueCents: own.reduce((sum, [, { valueCents }]) => sum + (valueCents ?? 0), 0),
      },
      items: own.map(([id, { valueCents }]) => jobNamed(id, { stage, valueCents })),
    }
  })
}

const stages = [stageNamed('new'), stageNamed('going'), stageNamed('won', 'won'), stageNamed('lost', 'lost')]
const outline = (columns: Columns) =>
  columns.map(({ stage, items }) => ({
    count: stage.count,
    valueCents: stage.valueCents,
    jobs: items.map(({ id, status, stage: own }) => [id, status, own.id]),
  }))

test('a move is shown as the server does it: the same order, counts, sums and statuses', () => {
  const cents = fc.option(fc.integer({ min: 0, max: 1_000_000 }))
  const placed = fc.array(fc.tuple(fc.nat(3), cents), { minLength: 1, maxLength: 12 })
  const steps = fc.array(fc.tuple(fc.nat(11), fc.nat(3), fc.nat(12)), { maxLength: 10 })
  fc.assert(
    fc.property(placed, steps, (jobs, moves) => {
      const stored: Stored = new Map(
        jobs.map(([at, valueCents], place) => [
          `job_${place}`,
          { stage: stages[at]!.id, position: place * spacing, valueCents },
        ]),
      )
      let shown = columnsFrom(stored, stages)
      for (const [which, at, place] of moves) {
        const id = `job_${which % jobs.length}`
        const stage = stages[at]!
        const column = shown.find((one) => one.stage.id === stage.id)!
        const followers = followersAt(othersIn(column, id), place)
        moveOnServer(stored, id, stage.id, followers[0] ?? null)
        shown = withMove(shown, moveOf(findJob(shown, id)!.job, stage.id, followers))
        expect(outline(shown)).toEqual(outline(columnsFrom(stored, stages)))
      }
    }),
  )
})

const moveOf = (job: Job, stageId: string, followers?: readonly string[]): Move => ({
  ...{ site: 'demo', job, stageId, followers, at: 1_000 },
})

describe('a move', () => {
  const board = (): Columns => [
    { stage: stageNamed('new', 'open', { count: 2, valueCents: 700 }), items: [jobNamed('a'), jobNamed('b')] },
    { stage: stageNamed('lost', 'lost'), items: [] },
  ]
  const at = (columns: Columns, column: number) => columns[column]!.items.map(({ id }) => id)

  test('that was answered already changes nothing', () => {
    const move = moveOf(jobNamed('a'), 'stg_lost', [])
    const once = withMove(board(), move)
    expect(withMove(once, move)).toEqual(once)
  })

  test('into a lost stage closes the job with its reason, and out of it reopens', () => {
    const lost = withMove(board(), { ...moveOf(jobNamed('a'), 'stg_lost'), lostReason: 'Too dear' })
    expect(lost[1]?.items[0]).toMatchObject({ status: 'lost', lostReason: 'Too dear', closedAt: 1_000 })
    const back = withMove(lost, moveOf(jobNamed('a'), 'stg_new', ['b']))
    expect(back[0]?.items[0]).toMatchObject({ id: 'a', status: 'open', lostReason: null, closedAt: null })
  })

  test('goes before the next job that is still there, otherwise to the end', () => {
    const three = withNewJob(board(), jobNamed('c'))
    expect(at(withMove(three, moveOf(jobNamed('c'), 'stg_new', ['gone', 'b'])), 0)).toEqual(['a', 'c', 'b'])
    expect(at(withMove(three, moveOf(jobNamed('a'), 'stg_new', ['gone'])), 0)).toEqual(['b', 'c', 'a'])
    expect(at(withMove(three, moveOf(jobNamed('a'), 'stg_new')), 0)).toEqual(['a', 'b', 'c'])
  })

  test('to the end of a stage that was not read to its end counts there, and is not shown', () => {
    const [first, second] = board()
    const cut = [first!, { ...second!, stage: { ...second!.stage, count: 900 } }]
    const moved = withMove(cut, moveOf(jobNamed('a'), 'stg_lost', []))
    expect([moved[1]?.stage.count, at(moved, 1)]).toEqual([901, []])
  })

  test('of a job that is not on the board changes nothing', () => {
    const before = board()
    expect(withMove(before, moveOf(jobNamed('z'), 'stg_lost'))).toBe(before)
    expect(withMove(before, moveOf(jobNamed('a'), 'stg_gone'))).toBe(before)
  })
})

test('a job that moved between two answers is on the board once, where it was last', () => {
  const list = (id: string, items: Job[]) => ({ id, items, stages })
  const columns = columnsOf([
    list('stg_new', [jobNamed('a', { stageChangedAt: 1 }), jobNamed('b')]),
    list('stg_going', [jobNamed('a', { stage: stages[1]!, stageChangedAt: 2 })]),
    list('stg_gone', [jobNamed('c')]),
  ])
  expect(columns.map(({ items }) => items.map(({ id }) => id))).toEqual([['b'], ['a']])
})

test('a new job is the last of its stage, and counts once', () => {
  const board: Columns = [{ stage: stageNamed('new', 'open', { count: 1 }), items: [jobNamed('a')] }]
  const added = withNewJob(withNewJob(board, jobNamed('b', { valueCents: 50 })), jobNamed('b'))
  expect([added[0]?.items.map(({ id }) => id), added[0]?.stage.count, added[0]?.stage.valueCents]).toEqual([
    ['a', 'b'],
    2,
    50,
  ])
})
