import { connectorSecret } from '../features/assistant/connector-secret.ts'
import { type Command, CommandError, type Task } from './command.ts'

export const siteSecretTask: Task = async (parts, { site: id }, out) => {
  const site = await parts.sites.find(String(id))
  if (!site) throw new CommandError(`There is no site ${id}. The command site list shows them.`)
  out.line(connectorSecret(parts, site.id))
  if (site.connector === 'assistant') out.note('The site is answered by the assistant: nothing is signed with it yet.')
}

export const siteSecret: Command = {
  name: 'site secret',
  usage: '<site>',
  says: "Show what requests to a site's own AI backend are signed with",
  more: ['The backend checks X-Svc-Signature with it. It follows from SVC_SECRET: with another one it is another.'],
  positionals: ['site'],
  options: {},
  run: ({ perform }, { positionals: [site] }) => perform('site secret', { site }),
}
