import { createLink, ensureOwner } from '../features/accounts/accounts.ts'
import type { Command } from './command.ts'
import { auditedContext } from './database.ts'

export const command: Command = {
  description: ['The owner is the account that OWNER_EMAIL names. The link works once, within 15 minutes.'],
  run: ({ runTask }) => runTask({}),
  task: {
    needs: 'schema',
    async run(parts, _, out) {
      const { email } = await ensureOwner(parts)
      const { url } = await createLink(await auditedContext(parts, 'owner-link', email), { email })
      out.line(url)
      out.note(`Signs ${email} in, once, within 15 minutes.`)
    },
  },
}
