import { z } from 'zod'
import { Milliseconds, Page, periodOf, wholeNumber } from './page.ts'
import { exact, text } from './text.ts'

export const CallbackStatus = z.enum(['open', 'done', 'dismissed'])
export type CallbackStatus = z.infer<typeof CallbackStatus>

export const Callback = z
  .object({
    id: z.string().describe('Begins with `cb_`.'),
    conversationId: z.string().nullable(),
    leadId: z.string().nullable(),
    name: z.string().nullable(),
    phone: z.string().nullable(),
    email: z.string().nullable(),
    reason: z.string().nullable(),
    status: CallbackStatus,
    note: z.string().nullable(),
    requestedAt: Milliseconds,
    closedAt: Milliseconds.nullable(),
    closedBy: z.string().nullable().describe('An email, `cli`, or `key:<key_id>`.'),
    pageUrl: z.string().nullable(),
  })
  .meta({ id: 'Callback', description: "A visitor's request to be called back." })
export type Callback = z.infer<typeof Callback>

export const CallbacksQuery = z.object({
  status: z.enum([...CallbackStatus.options, 'all']).default('open'),
  before: exact(200, 1).optional().describe('`next` from the previous page.'),
  limit: wholeNumber(1, 500).default(500),
  ...periodOf('Requested'),
})
export type CallbacksQuery = z.infer<typeof CallbacksQuery>

export const CallbackList = Page(Callback)
  .extend({ counts: z.record(CallbackStatus, z.int()).describe('Counts for all statuses in this period.') })
  .meta({ id: 'CallbackList' })
export type CallbackList = z.infer<typeof CallbackList>

export const PatchCallback = z
  .object({ status: CallbackStatus.optional(), note: text(2000).optional().describe('An empty string clears it.') })
  .meta({ id: 'PatchCallback' })
export type PatchCallback = z.infer<typeof PatchCallback>
