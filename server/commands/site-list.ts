import type { Command } from './command.ts'
import { aligned } from './terminal.ts'

export const command: Command = {
  description: ['The configuration file defines the sites. Saved settings override it.'],
  run: ({ runTask }) => runTask({}),
  task: {
    needs: 'schema',
    async run(services, _, out) {
      const sites = await services.sites.all()
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
