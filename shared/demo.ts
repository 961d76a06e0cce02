import { z } from 'zod'

const counts = { conversations: z.int(), contacts: z.int() }

export const DemoHistory = z
  .object({
    ...counts,
    making: z.boolean().describe('Whether the history is still being generated.'),
  })
  .meta({ id: 'DemoHistory', description: 'The made-up history that the demo starts with.' })
export type DemoHistory = z.infer<typeof DemoHistory>

export const DemoHistoryRemoved = z.object(counts).meta({ id: 'DemoHistoryRemoved' })
export type DemoHistoryRemoved = z.infer<typeof DemoHistoryRemoved>
