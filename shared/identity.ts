import { z } from 'zod'

const source = z
  .enum(['none', 'made', 'file'])
  .describe(
    '`made`: generated and stored encrypted. `file`: set in the configuration file. `none`: visitors cannot be verified.',
  )

export const IdentitySecret = z.object({ source }).meta({ id: 'IdentitySecret' })
export type IdentitySecret = z.infer<typeof IdentitySecret>

export const IdentitySecretMade = IdentitySecret.extend({
  secret: z.string().describe('Returned only once. The HS256 key is this text itself; do not decode it.'),
}).meta({ id: 'IdentitySecretMade' })
export type IdentitySecretMade = z.infer<typeof IdentitySecretMade>
