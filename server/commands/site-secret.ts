import { connectorSecret } from '../features/assistant/connector-secret.ts'
import type { Command } from './command.ts'
import { siteContext } from './database.ts'

export const command = {
  description: [
    'The backend checks X-Svc-Signature with it. It is derived from SVC_SECRET, and changes when that changes.',
  ],
  positionals: ['site'],
  run: ({ runTask }, { positionals: [site] }) => runTask({ site }),
  task: {
    needs: 'schema',
    async run(parts, { site: id }, out) {
      const { site } = await siteContext(parts, id)
      out.line(connectorSecret(parts, site.id))
      if (site.connector === 'assistant')
        out.note('The site is answered by the assistant: nothing is signed with it yet.')
    },
  },
} satisfies Command
