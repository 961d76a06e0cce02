import type { Task } from '../command.ts'
import { aligned } from '../wording.ts'

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
