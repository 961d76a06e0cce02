import { createLink, ensureOwner } from '../../features/accounts/accounts.ts'
import { cliContext } from '../cli-actor.ts'
import type { Task } from '../command.ts'

export const ownerLinkTask: Task = async (parts, _, out) => {
  const { email } = await ensureOwner(parts)
  const { url } = await createLink(await cliContext(parts, 'owner-link', email), { email })
  out.line(url)
  out.note(`Signs ${email} in, once, within 15 minutes.`)
}
