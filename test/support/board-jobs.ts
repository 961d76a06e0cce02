import type { Job, JobStatus, Stage } from '../../shared/job.ts'

/** A stage `stg_<name>` of a board. */
export const stageNamed = (name: string, kind: JobStatus = 'open', given: Partial<Stage> = {}): Stage => ({
  ...{ id: `stg_${name}`, name, kind, color: '#3b82f6', position: 0, rotDays: null, count: 0, valueCents: 0 },
  ...given,
})

/** A job of a board, in the stage `new`. */
export function jobNamed(id: string, { stage = stageNamed('new'), ...given }: Partial<Job> = {}): Job {
  const { id: stageId, name, kind } = stage
  return {
    ...{ id, number: 1, title: `Job ${id}`, details: null, fields: {}, contact: null, conversationId: null },
    ...{ stage: { id: stageId, name, kind }, status: kind, source: 'api', position: 1, stale: false },
    ...{ value: null, valueCents: null, currency: null, dueAt: null, assignedTo: null, assignedName: null },
    ...{ stageChangedAt: 0, closedAt: null, lostReason: null, createdAt: 0, updatedAt: 0 },
    ...given,
  }
}
