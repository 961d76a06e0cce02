import { createLink, ensureOwner } from '../features/accounts/accounts.ts'
import type { Command } from './command.ts'
import { auditedContext } from './database.ts'

export const command: Command = {
  description: ['The owner is the account of OWNER_EMAIL. The link works once, within 15 minutes.'],
  run: ({ runTask }) => runTask({}),
  task: {
    needs: 'schema',
    async run(services, _, out) {
      const { email } = await ensureOwner(services)
      const { url } = await createLink(await auditedContext(services, 'owner-link', email), { email })
      out.line(url)
      out.note(`Signs ${email} in, once, within 15 minutes.`)
    },
  },
}
