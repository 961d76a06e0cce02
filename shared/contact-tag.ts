import { z } from 'zod'
import { palette } from './color.ts'
import { line } from './text.ts'

export const ContactTag = z
  .object({ id: z.string().describe('Begins with `ctag_`.'), name: z.string(), color: z.string() })
  .meta({ id: 'ContactTag' })
export type ContactTag = z.infer<typeof ContactTag>

/** The only colours allowed for contact tags. */
export const TagColor = z.enum(palette).describe('One of the nine palette colours.')

export const maxTags = 100

export const NewContactTag = z
  .object({ name: line(40, 1), color: TagColor.optional().describe('Picked automatically if omitted.') })
  .meta({ id: 'NewContactTag' })
export type NewContactTag = z.infer<typeof NewContactTag>

export const PatchContactTag = z
  .object({ name: line(40, 1).optional(), color: TagColor.optional() })
  .meta({ id: 'PatchContactTag' })
export type PatchContactTag = z.infer<typeof PatchContactTag>

export const ContactTagList = z
  .object({ tags: z.array(ContactTag), colors: z.array(z.string()).describe('The allowed tag colours.') })
  .meta({ id: 'ContactTagList' })
export type ContactTagList = z.infer<typeof ContactTagList>
