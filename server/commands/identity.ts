import type { IdentitySecretMade } from '../../shared/identity.ts'
import { findIdentitySecret, identitySecretOperations } from '../features/settings/identity-secret.ts'
import type { Command } from './command.ts'
import { callOperation, siteContext } from './database.ts'

export const command: Command = {
  description: [
    'Creates a secret if there is none. Only the secret is written to standard output, so that it can be piped.',
  ],
  positionals: ['site'],
  options: { new: { type: 'boolean', summary: 'replace it with a new one' } },
  run: ({ runTask }, { positionals: [site], values }) => runTask({ site, new: values.new === true }),
  task: {
    needs: 'schema',
    async run(services, { site: id, new: isNew }, out) {
      const ctx = await siteContext(services, id)
      const known = isNew ? undefined : await findIdentitySecret(ctx)
      if (known !== undefined) return out.line(known)
      const input = { site: ctx.site.id }
      const { secret } = await callOperation<IdentitySecretMade>(services, identitySecretOperations.rotate, input)
      out.line(secret)
      out.note('This is a new secret: tokens signed with an older one are no longer valid.')
    },
  },
}
