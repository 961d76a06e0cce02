import { createLink, ensureOwner } from '../features/accounts/accounts.ts'
import { cliContext } from './cli-actor.ts'
import type { Command, Task } from './command.ts'

export const ownerLinkTask: Task = async (parts, _, out) => {
  const { email } = await ensureOwner(parts)
  const { url } = await createLink(await cliContext(parts, 'owner-link', email), { email })
  out.line(url)
  out.note(`Signs ${email} in, once, within 15 minutes.`)
}

export const ownerLink: Command = {
  name: 'owner-link',
  usage: '',
  says: 'Make a one-time sign-in link for the owner',
  more: ['The owner is the account that OWNER_EMAIL names. The link works once, within 15 minutes.'],
  positionals: [],
  options: {},
  run: ({ perform }) => perform('owner-link', {}),
}
