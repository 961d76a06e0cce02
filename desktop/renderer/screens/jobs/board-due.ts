import type { Job } from '../../../../shared/job.ts'

const day = 24 * 60 * 60_000

/** Whether a due date is a whole day, which begins in UTC; otherwise it is a time. */
export const isWholeDay = (dueAt: number): boolean => dueAt % day === 0

/** Whether an open job is overdue. A day is over once it has ended in the reader's time zone. */
export function isOverdue({ status, dueAt }: Pick<Job, 'status' | 'dueAt'>, now: number): boolean {
  if (status !== 'open' || dueAt === null) return false
  if (!isWholeDay(dueAt)) return dueAt < now
  const due = new Date(dueAt)
  return new Date(due.getUTCFullYear(), due.getUTCMonth(), due.getUTCDate() + 1).getTime() <= now
}

/** Whole days since a job came into its stage. */
export const daysInStage = ({ stageChangedAt }: Pick<Job, 'stageChangedAt'>, now: number): number =>
  Math.max(0, Math.floor((now - stageChangedAt) / day))
