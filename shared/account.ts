import { z } from 'zod'
import { Email } from './address.ts'
import { Milliseconds, next } from './page.ts'
import { exact, line } from './text.ts'

export const AccountRole = z
  .enum(['admin', 'member'])
  .describe('admin: everything; member: chats, contacts, callbacks, jobs.')
export type AccountRole = z.infer<typeof AccountRole>

export const Account = z
  .object({
    email: z.string(),
    name: z.string().nullable().describe('Visitors see the first name in a live chat.'),
    role: AccountRole,
    createdAt: Milliseconds,
    lastLoginAt: Milliseconds.nullable(),
  })
  .meta({ id: 'Account' })
export type Account = z.infer<typeof Account>

export const Password = exact(200, 10)
const name = line(100)

export const NewAccount = z
  .object({
    email: Email,
    name: name.optional(),
    password: Password.optional().describe('If omitted, the response contains a sign-in link.'),
    role: AccountRole.default('admin'),
  })
  .meta({ id: 'NewAccount' })
export type NewAccount = z.infer<typeof NewAccount>

export const PatchAccount = z
  .object({ role: AccountRole.optional(), name: name.optional().describe('An empty string clears it.') })
  .meta({ id: 'PatchAccount' })
export type PatchAccount = z.infer<typeof PatchAccount>

export const PatchMe = z.object({ name: name.describe('An empty string clears it.') }).meta({ id: 'PatchMe' })
export type PatchMe = z.infer<typeof PatchMe>

export const AccountCreated = Account.omit({ lastLoginAt: true })
  .extend({
    signInLink: z.string().nullable().describe('Opens the dashboard once. Null if a password was set.'),
    signInLinkExpiresAt: Milliseconds.nullable(),
  })
  .meta({ id: 'AccountCreated' })
export type AccountCreated = z.infer<typeof AccountCreated>

export const AccountList = z
  .object({ me: z.string(), owner: z.string(), admins: z.array(Account), next })
  .meta({ id: 'AccountList' })
export type AccountList = z.infer<typeof AccountList>

export const AccountDeleted = z
  .object({
    email: z.string(),
    deleted: z.literal(true),
    keys: z.int().describe('Active API keys that this person created. They keep working until they are revoked.'),
  })
  .meta({ id: 'AccountDeleted' })
export type AccountDeleted = z.infer<typeof AccountDeleted>

export const SignInLink = z
  .object({ email: z.string(), url: z.string(), expiresAt: Milliseconds })
  .meta({ id: 'SignInLink', description: 'A URL that signs a person in once.' })
export type SignInLink = z.infer<typeof SignInLink>
