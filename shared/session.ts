import { z } from 'zod'
import { Account, Password } from './account.ts'
import { AccountEmail } from './address.ts'
import { Milliseconds } from './page.ts'
import { exact } from './text.ts'

export const Captcha = exact(4000, 1).describe('The response token of the bot challenge, if one is set up.')

export const SignIn = z
  .object({
    email: AccountEmail,
    password: exact(200, 1),
    captcha: Captcha.optional(),
  })
  .meta({ id: 'SignIn' })
export type SignIn = z.infer<typeof SignIn>

export const LinkSignIn = z.object({ token: exact(200, 1) }).meta({ id: 'LinkSignIn' })
export type LinkSignIn = z.infer<typeof LinkSignIn>

export const PasswordChange = z
  .object({ current: exact(200).optional().describe('Required once the account has a password.'), password: Password })
  .meta({ id: 'PasswordChange' })
export type PasswordChange = z.infer<typeof PasswordChange>

export const SignedIn = z
  .object({
    token: z.string().describe('Begins with `svc_sess_`. A bearer token that acts as this person.'),
    expiresAt: Milliseconds,
    account: Account,
  })
  .meta({ id: 'SignedIn' })
export type SignedIn = z.infer<typeof SignedIn>
