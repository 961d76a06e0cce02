import { z } from 'zod'
import { Milliseconds } from './page.ts'

const count = z.int().min(0)
const ids = z.array(z.string())

export const Erasure = z
  .object({
    id: z.string().describe('The contact that was.'),
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
      questions: count.describe('What was asked and is among the open questions of the knowledge.'),
      answers: count.describe('Kept for requests that are repeated.'),
    }),
    emptied: z.object({
      events: count.describe('Their ids and times stay in the log, and nothing of what they said.'),
      auditTargets: count,
    }),
    stillNamed: z
      .object({ conversations: ids, contacts: ids, notes: ids, callbacks: ids })
      .describe("What is others' and has the same email in it, up to 100 of each: look at it, and decide."),
  })
  .meta({ id: 'Erasure', description: 'What was erased. Keep it: the product does not.' })
export type Erasure = z.infer<typeof Erasure>
