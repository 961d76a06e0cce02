import { z } from 'zod'
import { Milliseconds } from './page.ts'
import { line, text } from './text.ts'

export const CannedReply = z
  .object({
    id: z.string().describe('Begins with `can_`.'),
    shortcut: z.string().describe('What is typed after `/`.'),
    title: z.string(),
    text: z
      .string()
      .describe(
        '`{{visitor.name}}`, `{{visitor.firstName}}`, `{{visitor.email}}`, `{{agent.name}}` and `{{site.name}}` are filled in.',
      ),
    createdBy: z.string(),
    createdAt: Milliseconds,
    updatedAt: Milliseconds,
  })
  .meta({ id: 'CannedReply' })
export type CannedReply = z.infer<typeof CannedReply>

/** As many as a site may have. */
export const mostCannedReplies = 500

export const CannedReplyList = z.object({ items: z.array(CannedReply) }).meta({ id: 'CannedReplyList' })
export type CannedReplyList = z.infer<typeof CannedReplyList>

const shortcut = line(40, 1)
  .regex(/^[\p{L}\p{N}_-]+$/u, 'may have letters, digits, - and _')
  .describe('Unique in a site, whatever its case.')

export const NewCannedReply = z
  .object({ shortcut, title: line(100).default(''), text: text(4000, 1) })
  .meta({ id: 'NewCannedReply' })
export type NewCannedReply = z.infer<typeof NewCannedReply>

export const PatchCannedReply = z
  .object({ shortcut: shortcut.optional(), title: line(100).optional(), text: text(4000, 1).optional() })
  .meta({ id: 'PatchCannedReply' })
export type PatchCannedReply = z.infer<typeof PatchCannedReply>
