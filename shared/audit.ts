import { z } from 'zod'
import { Milliseconds, Page, wholeNumber } from './page.ts'
import { exact } from './text.ts'

export const AuditEntry = z
  .object({
    id: z.string(),
    at: Milliseconds,
    actor: z.string().describe('An email, `key:<key_id>`, or `system` for what the server did by itself.'),
    action: z.string().describe('The method and the pattern of the route, such as `PATCH /leads/:id`.'),
    target: z.string().nullable().describe('The record that it was about.'),
    site: z.string().nullable(),
    status: z.int().describe('The HTTP status of the answer.'),
  })
  .meta({ id: 'AuditEntry' })
export type AuditEntry = z.infer<typeof AuditEntry>

export const AuditQuery = z.object({
  before: exact(200, 1).optional().describe('The `next` of the page before.'),
  limit: wholeNumber(1, 200).default(50),
})
export type AuditQuery = z.infer<typeof AuditQuery>

export const AuditPage = Page(AuditEntry).meta({ id: 'AuditPage' })
export type AuditPage = z.infer<typeof AuditPage>
