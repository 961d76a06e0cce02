import { z } from 'zod'
import { Milliseconds } from './page.ts'
import { text } from './text.ts'

export const Note = z
  .object({
    id: z.string().describe('Begins with `note_`.'),
    conversationId: z.string().nullable().describe('Null for a note on a contact.'),
    leadId: z.string().nullable(),
    author: z.string(),
    authorName: z.string().nullable(),
    editedBy: z.string().nullable().describe('Who changed the text last, if that is not the author. Otherwise null.'),
    editedName: z.string().nullable(),
    text: z.string(),
    createdAt: Milliseconds,
    updatedAt: Milliseconds,
  })
  .meta({ id: 'Note', description: 'Visible to the team only, never to the visitor or the assistant.' })
export type Note = z.infer<typeof Note>

export const NewNote = z.object({ text: text(5000, 1) }).meta({ id: 'NewNote' })
export type NewNote = z.infer<typeof NewNote>
