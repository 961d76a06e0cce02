import { z } from 'zod'

export const VersionAnswer = z
  .object({
    current: z.string(),
    latest: z.string().nullable(),
    upgradeAvailable: z.boolean(),
    schema: z.object({ applied: z.int(), expected: z.int() }).describe('Database migrations.'),
    command: z.string().describe('The command that upgrades this installation.'),
    releaseNotes: z.string(),
  })
  .meta({ id: 'VersionAnswer' })
export type VersionAnswer = z.infer<typeof VersionAnswer>
