import { connectorSecret } from '../features/assistant/reply/choose.ts'
import type { Command } from './command.ts'
import { siteContext } from './database.ts'

export const command = {
  description: ['The backend verifies X-Svc-Signature with it. It is derived from SVC_SECRET, and changes with it.'],
  positionals: ['site'],
  run: ({ runTask }, { positionals: [site] }) => runTask({ site }),
  task: {
    needs: 'schema',
    async run(services, { site: id }, out) {
      const { site } = await siteContext(services, id)
      out.line(connectorSecret(services, site.id))
      if (site.connector === 'assistant')
        out.note('The assistant answers for this site, so nothing is signed with this secret yet.')
    },
  },
} satisfies Command
