import type { IdentitySecretMade } from '../../shared/identity.ts'
import { findIdentitySecret, identitySecretOperations } from '../features/settings/identity-secret.ts'
import type { Command } from './command.ts'
import { callOperation, siteContext } from './database.ts'

export const command: Command = {
  description: ['Made where there is none yet. The secret alone goes to standard output, so that it can be piped on.'],
  positionals: ['site'],
  options: { new: { type: 'boolean', summary: 'replace it by a new one' } },
  run: ({ runTask }, { positionals: [site], values }) => runTask({ site, new: values.new === true }),
  task: {
    needs: 'schema',
    async run(parts, { site: id, new: isNew }, out) {
      const ctx = await siteContext(parts, id)
      const known = isNew ? undefined : await findIdentitySecret(ctx)
      if (known !== undefined) return out.line(known)
      const input = { site: ctx.site.id }
      const { secret } = await callOperation<IdentitySecretMade>(parts, identitySecretOperations.rotate, input)
      out.line(secret)
      out.note('This is a new secret: tokens that an older one signed are no longer valid.')
    },
  },
}
