import { Password } from '../../../shared/account.ts'
import { AccountEmail } from '../../../shared/address.ts'
import { ensureOwner } from '../../features/accounts/accounts.ts'
import { resetPassword } from '../../features/accounts/reset-password.ts'
import { cliContext } from '../cli-actor.ts'
import type { Task } from '../command.ts'

export const passwordTask: Task = async (parts, input, out) => {
  const email = AccountEmail.parse(input.email)
  const password = Password.parse(input.password)
  await ensureOwner(parts)
  await resetPassword(await cliContext(parts, 'password', email), { email, password })
  out.note(`The password of ${email} is set. Whoever was signed in as ${email} has to sign in again.`)
}
