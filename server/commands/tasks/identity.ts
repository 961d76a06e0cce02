import type { IdentitySecretMade } from '../../../shared/identity.ts'
import { createContext } from '../../core/transaction.ts'
import { identitySecretOperations } from '../../features/settings/identity/operations.ts'
import { findIdentitySecret } from '../../features/settings/identity/secret.ts'
import { callOperation, cliActor } from '../cli-actor.ts'
import { CommandError, type Task } from '../command.ts'

export const identityTask: Task = async (parts, { site: id, new: isNew }, out) => {
  const site = await parts.sites.find(String(id))
  if (!site) throw new CommandError(`There is no site ${id}. The command site list shows them.`)
  const known = isNew ? undefined : await findIdentitySecret(createContext(parts, { site, actor: cliActor }))
  if (known !== undefined) return out.line(known)
  const made = await callOperation<IdentitySecretMade>(parts, identitySecretOperations.rotate, { site: site.id })
  out.line(made.secret)
  out.note('This is a new secret: tokens that another one signed are worth nothing.')
}
