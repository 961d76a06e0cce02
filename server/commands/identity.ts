import type { IdentitySecretMade } from '../../shared/identity.ts'
import { createContext } from '../core/transaction.ts'
import { identitySecretOperations } from '../features/identity/operations.ts'
import { findIdentitySecret } from '../features/identity/secret.ts'
import { callOperation, cliActor } from './cli-actor.ts'
import { type Command, CommandError, type Task } from './command.ts'

export const identityTask: Task = async (parts, { site: id, new: isNew }, out) => {
  const site = await parts.sites.find(String(id))
  if (!site) throw new CommandError(`There is no site ${id}. The command site list shows them.`)
  const known = isNew ? undefined : await findIdentitySecret(createContext(parts, { site, actor: cliActor }))
  if (known !== undefined) return out.line(known)
  const made = await callOperation<IdentitySecretMade>(parts, identitySecretOperations.rotate, { site: site.id })
  out.line(made.secret)
  out.note('This is a new secret: tokens that another one signed are worth nothing.')
}

export const identity: Command = {
  name: 'identity',
  usage: '<site>',
  says: "Show what a site's own server signs the tokens of its signed-in visitors with",
  more: ['Made where there is none yet. The secret alone goes to standard output, so that it can be piped on.'],
  positionals: ['site'],
  options: { new: { type: 'boolean', says: 'make another in its place' } },
  run: ({ perform }, { positionals: [site], values }) => perform('identity', { site, new: values.new === true }),
}
