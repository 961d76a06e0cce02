import { z } from 'zod'
import { Milliseconds } from './page.ts'

const count = z.int().min(0)
const ids = z.array(z.string())

export const Erasure = z
  .object({
    id: z.string().describe('Id of the erased contact.'),
    erased: z.literal(true),
    at: Milliseconds,
    by: z.string().describe('An email, `key:<key_id>` or `cli`.'),
    removed: z.object({
      conversations: count,
      messages: count,
      traces: count,
      callbacks: count,
      notes: count,
      drafts: count,
      questions: count.describe('Open knowledge questions that the person asked.'),
      jobs: count.describe(
        'Jobs without title, details, fields, notes and files. They stay with number, stage and value.',
      ),
      answers: count.describe('Stored responses kept for repeated requests.'),
    }),
    emptied: z.object({
      events: count.describe('Events whose content was removed. Their ids and times stay in the log.'),
      auditTargets: count,
    }),
    stillNamed: z
      .object({ conversations: ids, contacts: ids, notes: ids, callbacks: ids, jobs: ids })
      .describe('Up to 100 records each that belong to others and contain the same email. Review them yourself.'),
  })
  .meta({ id: 'Erasure', description: 'What was erased. Keep this receipt; Frontdesk does not store it.' })
export type Erasure = z.infer<typeof Erasure>
