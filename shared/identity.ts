import { z } from 'zod'

const source = z
  .enum(['none', 'made', 'file'])
  .describe('`made` here and kept sealed, or of the configuration `file`; with `none`, no visitor can be vouched for.')

export const IdentitySecret = z.object({ source }).meta({ id: 'IdentitySecret' })
export type IdentitySecret = z.infer<typeof IdentitySecret>

export const IdentitySecretMade = IdentitySecret.extend({
  secret: z.string().describe('Shown here alone. The key of HS256 is this text as it stands, not decoded.'),
}).meta({ id: 'IdentitySecretMade' })
export type IdentitySecretMade = z.infer<typeof IdentitySecretMade>
