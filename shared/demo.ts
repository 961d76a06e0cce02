import { z } from 'zod'

const counts = { conversations: z.int(), contacts: z.int() }

export const DemoHistory = z
  .object({
    ...counts,
    making: z.boolean().describe('Whether more of it is still being made.'),
  })
  .meta({ id: 'DemoHistory', description: 'What there is of the invented history with which the demo begins.' })
export type DemoHistory = z.infer<typeof DemoHistory>

export const DemoHistoryRemoved = z.object(counts).meta({ id: 'DemoHistoryRemoved' })
export type DemoHistoryRemoved = z.infer<typeof DemoHistoryRemoved>
