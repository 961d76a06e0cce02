import { z } from 'zod'
import { wholeNumber } from './page.ts'

/** The data that a site deletes after a number of days. */
export const RetentionKind = z.enum(['conversations', 'leads', 'callbacks', 'traces', 'audit'])
export type RetentionKind = z.infer<typeof RetentionKind>

const days = wholeNumber(1, 3650).optional()

export const RetentionQuery = z.object({
  conversations: days.describe('Days to preview. Defaults to the settings.'),
  leads: days,
  callbacks: days,
  traces: days,
  audit: days,
})
export type RetentionQuery = z.infer<typeof RetentionQuery>

export const RetentionPreview = z
  .object({
    kinds: z.array(
      z.object({
        kind: RetentionKind,
        days: z.int().nullable().describe('Null: kept until somebody deletes it.'),
        count: z.int().describe('Number of records that would be deleted now.'),
      }),
    ),
  })
  .meta({ id: 'RetentionPreview' })
export type RetentionPreview = z.infer<typeof RetentionPreview>
