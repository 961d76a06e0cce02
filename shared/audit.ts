import { z } from 'zod'
import { Milliseconds, Page, wholeNumber } from './page.ts'
import { exact } from './text.ts'

export const AuditEntry = z
  .object({
    id: z.string(),
    at: Milliseconds,
    actor: z.string().describe('An email, `key:<key_id>`, or `system` for changes by the server.'),
    action: z.string().describe('The method and route pattern, for example `PATCH /leads/:id`.'),
    target: z.string().nullable().describe('The record that was changed.'),
    site: z.string().nullable(),
    status: z.int().describe('The HTTP status of the response.'),
  })
  .meta({ id: 'AuditEntry' })
export type AuditEntry = z.infer<typeof AuditEntry>

export const AuditQuery = z.object({
  before: exact(200, 1).optional().describe('`next` from the previous page.'),
  limit: wholeNumber(1, 200).default(50),
})
export type AuditQuery = z.infer<typeof AuditQuery>

export const AuditPage = Page(AuditEntry).meta({ id: 'AuditPage' })
export type AuditPage = z.infer<typeof AuditPage>
