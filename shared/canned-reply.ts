import { z } from 'zod'
import { Milliseconds } from './page.ts'
import { exact, line, text } from './text.ts'

export const CannedActions = z
  .object({
    addLabels: z.array(exact(64, 1)).max(20).default([]).describe('Ids of labels. Labels deleted since are ignored.'),
    assignTo: exact(254, 1)
      .nullable()
      .default(null)
      .describe('The email of a team member, or `nobody` for the queue. Null leaves the assignee.'),
    snooze: z
      .enum(['tomorrow', 'message'])
      .nullable()
      .default(null)
      .describe('Until 9:00 of the next day, or the next message of the visitor. Not if it closes the conversation.'),
    close: z.boolean().default(false),
    note: text(5000).default('').describe('A note for the team. Placeholders are filled in.'),
  })
  .meta({ id: 'CannedActions', description: 'What the dashboard does after the reply was sent.' })
export type CannedActions = z.infer<typeof CannedActions>

export const CannedReply = z
  .object({
    id: z.string().describe('Begins with `can_`.'),
    shortcut: z.string().describe('The text typed after `/`.'),
    title: z.string(),
    text: z
      .string()
      .describe(
        'Frontdesk fills in `{{visitor.name}}`, `{{visitor.firstName}}`, `{{visitor.email}}`, `{{agent.name}}`, `{{agent.firstName}}`, `{{business.name}}` and `{{site.name}}`.',
      ),
    actions: CannedActions,
    createdBy: z.string(),
    createdAt: Milliseconds,
    updatedAt: Milliseconds,
  })
  .meta({ id: 'CannedReply' })
export type CannedReply = z.infer<typeof CannedReply>

/** The maximum per site. */
export const maxCannedReplies = 500

export const CannedReplyList = z.object({ items: z.array(CannedReply) }).meta({ id: 'CannedReplyList' })
export type CannedReplyList = z.infer<typeof CannedReplyList>

const shortcut = line(40, 1)
  .regex(/^[\p{L}\p{N}_-]+$/u, 'may have letters, digits, - and _')
  .describe('Unique per site; case-insensitive.')

export const NewCannedReply = z
  .object({ shortcut, title: line(100).default(''), text: text(4000, 1), actions: CannedActions.optional() })
  .meta({ id: 'NewCannedReply' })
export type NewCannedReply = z.infer<typeof NewCannedReply>

export const PatchCannedReply = z
  .object({
    shortcut: shortcut.optional(),
    title: line(100).optional(),
    text: text(4000, 1).optional(),
    actions: CannedActions.optional(),
  })
  .meta({ id: 'PatchCannedReply' })
export type PatchCannedReply = z.infer<typeof PatchCannedReply>
