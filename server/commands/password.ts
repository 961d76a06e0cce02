import { Password } from '../../shared/account.ts'
import { AccountEmail } from '../../shared/address.ts'
import { type Command, CommandError } from './command.ts'

export const password: Command = {
  name: 'password',
  usage: '<email>',
  says: 'Set the password of an account',
  more: [
    'The password is asked for at the terminal without showing it; else it is the first line of standard input:',
    '  npm run -s svc -- password anna@example.com < password.txt',
    'It is never taken from the command line, where others on the machine would see it.',
  ],
  positionals: ['email'],
  options: {},
  async run({ perform, secret, atTerminal }, { positionals: [given] }) {
    const { data: email } = AccountEmail.safeParse(given)
    if (email === undefined) throw new CommandError(`${given} is not an email address.`)
    const first = await secret(`New password for ${email}: `)
    const parsed = Password.safeParse(first)
    if (!parsed.success) throw new CommandError('A password has 10 to 200 characters.')
    if (atTerminal && (await secret('Once more: ')) !== first)
      throw new CommandError('These are two different passwords.')
    await perform('password', { email, password: parsed.data })
  },
}
