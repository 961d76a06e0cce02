import { z } from 'zod'
import { ErrorBody } from './error.ts'
import { LeadFilter, LeadStatus, PatchLead } from './lead.ts'
import { Milliseconds, Page } from './page.ts'
import { exact } from './text.ts'

/** The maximum number of ids in one request; a body of 1 MB holds three times as many. */
export const maxBulkIds = 10_000
/** The maximum number of contacts that a filter may match. */
export const maxBulkMatches = 100_000
/** The maximum number of bulk changes of a site that have not ended. */
export const maxWaitingChanges = 20
/** The number of failures that are listed. */
export const maxBulkFailures = 100

export const NewBulkChange = PatchLead.pick({ status: true, addTags: true, removeTags: true })
  .extend({
    ids: z.array(exact(64, 1)).min(1).max(maxBulkIds).optional(),
    filter: LeadFilter.strict()
      .optional()
      .describe(
        'Changes all contacts that match at the time of the request, instead of `ids`. `{}` matches every contact.',
      ),
    delete: z.boolean().default(false).describe('Deletes the contacts. Cannot be combined with other changes.'),
  })
  .refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), {
    error: 'Send either `ids` or `filter`.',
    path: ['ids'],
  })
  .refine((change) => change.delete !== Boolean(change.status || change.addTags || change.removeTags), {
    error: 'Send changes or `delete`.',
    path: ['delete'],
  })
  .meta({ id: 'NewBulkChange' })
export type NewBulkChange = z.infer<typeof NewBulkChange>

export const BulkChange = z
  .object({
    id: z.string().describe('Begins with `bulk_`.'),
    change: z
      .object({
        status: LeadStatus.optional(),
        addTags: z.array(z.string()).optional(),
        removeTags: z.array(z.string()).optional(),
        delete: z.literal(true).optional(),
      })
      .describe('What is set on every contact, with the ids of tags. Empty for an undo.'),
    undoes: z.string().nullable().describe('The change that this one takes back.'),
    status: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']),
    total: z
      .int()
      .describe('Number of contacts. Contacts erased before their turn are in neither `done` nor `failed`.'),
    done: z.int().describe('Contacts that now have the requested state. A deleted contact counts as deleted.'),
    failed: z.int().describe('Contacts that were not changed.'),
    undoable: z.int().describe('Contacts that an undo would change.'),
    error: ErrorBody.shape.error.nullable().describe('Why the whole change failed.'),
    askedBy: z.string().describe('An email or `key:<key_id>`.'),
    createdAt: Milliseconds,
    updatedAt: Milliseconds,
    finishedAt: Milliseconds.nullable().describe('Null while it is queued or running.'),
  })
  .meta({ id: 'BulkChange', description: 'A change of many contacts, carried out in the background.' })
export type BulkChange = z.infer<typeof BulkChange>

export const BulkChangeList = Page(BulkChange).meta({ id: 'BulkChangeList' })
export type BulkChangeList = z.infer<typeof BulkChangeList>

export const BulkChangeDetail = BulkChange.extend({
  failures: z
    .array(
      z.object({
        id: z.string(),
        name: z.string().nullable().describe('The name, email or phone number; null if the contact no longer exists.'),
        code: z.string(),
        message: z.string(),
      }),
    )
    .describe(`Contacts that were not changed, each with the reason; at most ${maxBulkFailures}.`),
}).meta({ id: 'BulkChangeDetail' })
export type BulkChangeDetail = z.infer<typeof BulkChangeDetail>
