import { z } from 'zod'
import { Milliseconds } from './page.ts'

export const JobStatus = z.enum(['open', 'won', 'lost'])
export type JobStatus = z.infer<typeof JobStatus>
export const JobSource = z.enum(['chat', 'quote', 'api', 'manual', 'callback'])
export type JobSource = z.infer<typeof JobSource>

export const Job = z
  .object({
    id: z.string().describe('Begins with `job_`.'),
    number: z.int(),
    title: z.string(),
    details: z.string().nullable(),
    stage: z.object({
      id: z.string().describe('Begins with `stg_`.'),
      name: z.string(),
      kind: JobStatus,
    }),
    status: JobStatus.describe('Determined by the type of the stage.'),
    fields: z.record(z.string(), z.string()),
    contact: z
      .object({
        id: z.string(),
        name: z.string().nullable(),
        email: z.string().nullable(),
        phone: z.string().nullable(),
      })
      .nullable(),
    conversationId: z.string().nullable(),
    source: JobSource,
    value: z.number().nullable(),
    valueCents: z.int().nullable().describe('The value in hundredths, for every currency.'),
    currency: z.string().nullable().describe('ISO 4217.'),
    dueAt: Milliseconds.nullable(),
    assignedTo: z.string().nullable(),
    assignedName: z.string().nullable(),
    position: z.int(),
    stale: z.boolean().describe('Whether it has been in its stage for longer than the stage allows.'),
    stageChangedAt: Milliseconds,
    closedAt: Milliseconds.nullable(),
    lostReason: z.string().nullable(),
    createdAt: Milliseconds,
    updatedAt: Milliseconds,
  })
  .meta({ id: 'Job' })
export type Job = z.infer<typeof Job>
