import type { Command } from './command.ts'
import { aligned } from './terminal.ts'

export const command: Command = {
  description: ['The configuration file defines the sites. Saved settings are shown where they differ from it.'],
  run: ({ runTask }) => runTask({}),
  task: {
    needs: 'schema',
    async run(parts, _, out) {
      const sites = await parts.sites.all()
      const rows = sites.map(({ id, name, connector, settings }) => [
        id,
        name,
        connector === 'assistant' ? 'assistant' : connector.kind,
        settings.allowedOrigins.join(' ') || '-',
      ])
      for (const line of aligned([['SITE', 'NAME', 'ANSWERED BY', 'ALLOWED ORIGINS'], ...rows])) out.line(line)
    },
  },
}
