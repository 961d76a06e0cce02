import type { JobSource, JobStatus } from '../../../../shared/job.ts'
import type { Widen } from '../en.ts'

/** The words that all screens about jobs share. */
export const jobs = {
  title: 'Jobs',
  views: 'View',
  board: 'Board',
  list: 'List',
  number: (number: number) => `#${number}`,
  statuses: { open: 'Open', won: 'Won', lost: 'Lost' } satisfies Record<JobStatus, string>,
  sources: {
    chat: 'Chat',
    quote: 'Quote questions',
    api: 'API',
    manual: 'Dashboard',
    callback: 'Callback request',
  } satisfies Record<JobSource, string>,
  nobody: 'Nobody',
  moved: (stage: string) => `Moved to ${stage}`,
  notFound: 'This job does not exist, or was deleted.',
}

export type JobsWords = Widen<typeof jobs>
