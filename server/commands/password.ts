import { Password } from '../../shared/account.ts'
import { AccountEmail } from '../../shared/address.ts'
import { ensureOwner } from '../features/accounts/accounts.ts'
import { resetPassword } from '../features/accounts/sessions.ts'
import { type Command, CommandError } from './command.ts'
import { auditedContext } from './database.ts'

export const command: Command = {
  description: [
    'Asks for the password without echo in a terminal; otherwise reads the first line of standard input: ',
    '  npm run -s svc -- password anna@example.com < password.txt',
    'The password is never an argument, because other users of the machine could see it.',
  ],
  positionals: ['email'],
  async run({ runTask, secret, atTerminal }, { positionals: [given] }) {
    const { data: email } = AccountEmail.safeParse(given)
    if (email === undefined) throw new CommandError(`${given} is not an email address.`)
    const first = await secret(`New password for ${email}: `)
    const parsed = Password.safeParse(first)
    if (!parsed.success) throw new CommandError('A password must have 10 to 200 characters.')
    if (atTerminal && (await secret('Repeat it: ')) !== first) throw new CommandError('The passwords are different.')
    await runTask({ email, password: parsed.data })
  },
  task: {
    needs: 'schema',
    async run(services, input, out) {
      const email = AccountEmail.parse(input.email)
      const password = Password.parse(input.password)
      await ensureOwner(services)
      await resetPassword(await auditedContext(services, 'password', email), { email, password })
      out.note(`The password of ${email} was set. All sessions of ${email} were signed out.`)
    },
  },
}
