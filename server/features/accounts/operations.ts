import { z } from 'zod'
import {
  Account,
  AccountCreated,
  AccountDeleted,
  AccountList,
  NewAccount,
  PatchAccount,
  SignInLink,
} from '../../../shared/account.ts'
import { AccountEmail } from '../../../shared/address.ts'
import { PageQuery } from '../../../shared/page.ts'
import { del, get, patch, post } from '../../core/operation.ts'
import { createAccount, createLink, deleteAccount, listAccounts, patchAccount } from './accounts.ts'

const Named = z.object({ email: AccountEmail })

export const accountOperations = {
  list: get('/admins', {
    summary: 'List dashboard accounts',
    scope: 'team:read',
    on: 'deployment',
    input: PageQuery,
    output: AccountList,
    run: listAccounts,
  }),
  create: post('/admins', {
    summary: 'Add a dashboard account',
    description: 'Without a password the answer carries a sign-in link that is valid for seven days.',
    scope: 'team:write',
    on: 'deployment',
    status: 201,
    errors: [409],
    secrets: ['signInLink'],
    input: NewAccount,
    output: AccountCreated,
    run: createAccount,
  }),
  patch: patch('/admins/:email', {
    summary: 'Change an account',
    description: 'The owner keeps full access whatever role is set.',
    scope: 'team:write',
    on: 'deployment',
    input: PatchAccount.extend(Named.shape),
    output: Account,
    run: patchAccount,
  }),
  delete: del('/admins/:email', {
    summary: 'Remove an account',
    description: 'The next request of the account is refused and its open sockets end. The owner cannot be removed.',
    scope: 'team:write',
    on: 'deployment',
    input: Named,
    output: AccountDeleted,
    run: deleteAccount,
  }),
  createLink: post('/admins/:email/sign-in-link', {
    summary: 'Make a sign-in link',
    description:
      'The link is valid for 15 minutes and works once. Only the owner, the admin key and the command line make one for the owner.',
    scope: 'team:write',
    on: 'deployment',
    status: 201,
    secrets: ['url'],
    input: Named,
    output: SignInLink,
    run: createLink,
  }),
}
