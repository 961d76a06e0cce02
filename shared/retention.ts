import { z } from 'zod'
import { wholeNumber } from './page.ts'

/** What a site keeps for so many days. */
export const RetentionKind = z.enum(['conversations', 'leads', 'callbacks', 'traces', 'audit'])
export type RetentionKind = z.infer<typeof RetentionKind>

const days = wholeNumber(1, 3650).optional()

export const RetentionQuery = z.object({
  conversations: days.describe('Days to try. For what is left out, those of the settings.'),
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
        days: z.int().nullable().describe('Null: kept until somebody deletes them.'),
        count: z.int().describe('How many would be removed now.'),
      }),
    ),
  })
  .meta({ id: 'RetentionPreview' })
export type RetentionPreview = z.infer<typeof RetentionPreview>
