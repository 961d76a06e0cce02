import { z } from 'zod'

const day = z.string().describe('YYYY-MM-DD (UTC).')

export const UsageToday = z
  .object({
    day,
    neurons: z.number().describe('One neuron is 100 model tokens, input and output combined.'),
    messages: z.int(),
    budget: z.number().describe('Neurons per day; 0 means no budget.'),
    freeAllocation: z.number(),
    messagesLeft: z.int().nullable().describe('An estimate; null without a budget.'),
    state: z.enum(['ok', 'warning', 'exhausted']),
  })
  .meta({ id: 'UsageToday' })
export type UsageToday = z.infer<typeof UsageToday>

export const UsageAnswer = z
  .object({
    site: z.string(),
    today: UsageToday,
    days: z.array(z.object({ day, neurons: z.number(), messages: z.int() })),
  })
  .meta({ id: 'UsageAnswer' })
export type UsageAnswer = z.infer<typeof UsageAnswer>
