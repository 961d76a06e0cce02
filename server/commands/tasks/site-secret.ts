import { connectorSecret } from '../../features/assistant/connector-secret.ts'
import { CommandError, type Task } from '../command.ts'

export const siteSecretTask: Task = async (parts, { site: id }, out) => {
  const site = await parts.sites.find(String(id))
  if (!site) throw new CommandError(`There is no site ${id}. The command site list shows them.`)
  out.line(connectorSecret(parts, site.id))
  if (site.connector === 'assistant') out.note('The site is answered by the assistant: nothing is signed with it yet.')
}
