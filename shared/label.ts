import { z } from 'zod'
import { Color, palette } from './color.ts'
import { Milliseconds } from './page.ts'
import { line, text } from './text.ts'

const id = z.string().describe('Begins with `lbl_`.')

export const Label = z
  .object({
    id,
    name: z.string(),
    color: z.string(),
    description: z.string().describe('Tells the assistant when to use the label.'),
    ai: z.boolean().describe('Whether the assistant may add it when a conversation becomes inactive.'),
  })
  .meta({ id: 'Label' })
export type Label = z.infer<typeof Label>

export const LabelRef = z.object({ id, name: z.string(), color: z.string() }).meta({ id: 'LabelRef' })
export type LabelRef = z.infer<typeof LabelRef>

export const ConversationLabel = Label.extend({
  addedBy: z.string().describe('`ai`, an email, or `key:<key_id>`.'),
  addedAt: Milliseconds,
}).meta({ id: 'ConversationLabel' })
export type ConversationLabel = z.infer<typeof ConversationLabel>

export const labelColors: readonly string[] = palette

/** The maximum per site, which `GET /labels` returns at once. */
export const maxLabels = 500

export const LabelList = z
  .object({ labels: z.array(Label), colors: z.array(z.string()).describe('Suggested colours.') })
  .meta({ id: 'LabelList' })
export type LabelList = z.infer<typeof LabelList>

export const NewLabel = z
  .object({
    name: line(40, 1),
    color: Color.optional().describe('Picked automatically if omitted.'),
    description: text(200).default(''),
    ai: z.boolean().default(true),
  })
  .meta({ id: 'NewLabel' })
export type NewLabel = z.infer<typeof NewLabel>

export const PatchLabel = z
  .object({
    name: line(40, 1).optional(),
    color: Color.optional(),
    description: text(200).optional(),
    ai: z.boolean().optional(),
  })
  .meta({ id: 'PatchLabel' })
export type PatchLabel = z.infer<typeof PatchLabel>
