import { z } from 'zod'
import { Milliseconds } from './page.ts'
import { text } from './text.ts'

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
  .meta({ id: 'Callback', description: 'A visitor asked to be called.' })
export type Callback = z.infer<typeof Callback>

export const PatchCallback = z
  .object({ status: CallbackStatus.optional(), note: text(2000).optional().describe('Empty clears it.') })
  .meta({ id: 'PatchCallback' })
export type PatchCallback = z.infer<typeof PatchCallback>
