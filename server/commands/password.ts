import { Password } from '../../shared/account.ts'
import { AccountEmail } from '../../shared/address.ts'
import { ensureOwner } from '../features/accounts/accounts.ts'
import { resetPassword } from '../features/accounts/reset-password.ts'
import { type Command, CommandError } from './command.ts'
import { auditedContext } from './database.ts'

export const command: Command = {
  description: [
    'The password is asked for at the terminal without showing it; else it is the first line of standard input:',
    '  npm run -s svc -- password anna@example.com < password.txt',
    'It is never taken from the command line, where others on the machine would see it.',
  ],
  positionals: ['email'],
  async run({ runTask, secret, atTerminal }, { positionals: [given] }) {
    const { data: email } = AccountEmail.safeParse(given)
    if (email === undefined) throw new CommandError(`${given} is not an email address.`)
    const first = await secret(`New password for ${email}: `)
    const parsed = Password.safeParse(first)
    if (!parsed.success) throw new CommandError('A password has 10 to 200 characters.')
    if (atTerminal && (await secret('Once more: ')) !== first)
      throw new CommandError('These are two different passwords.')
    await runTask({ email, password: parsed.data })
  },
  task: {
    needs: 'schema',
    async run(parts, input, out) {
      const email = AccountEmail.parse(input.email)
      const password = Password.parse(input.password)
      await ensureOwner(parts)
      await resetPassword(await auditedContext(parts, 'password', email), { email, password })
      out.note(`The password of ${email} is set. Every session of ${email} is signed out.`)
    },
  },
}
