import type { Command, Task } from './command.ts'
import { aligned } from './wording.ts'

export const siteListTask: Task = async (parts, _, out) => {
  const sites = await parts.sites.all()
  const rows = sites.map(({ id, name, connector, settings }) => [
    id,
    name,
    connector === 'assistant' ? 'assistant' : connector.kind,
    settings.allowedOrigins.join(' ') || '-',
  ])
  for (const line of aligned([['SITE', 'NAME', 'ANSWERED BY', 'ALLOWED ORIGINS'], ...rows])) out.line(line)
}

export const siteList: Command = {
  name: 'site list',
  usage: '',
  says: 'List the sites',
  more: ['Sites stand in the configuration file; what was saved in their settings is shown where it differs.'],
  positionals: [],
  options: {},
  run: ({ perform }) => perform('site list', {}),
}
