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
    summary: 'List accounts',
    scope: 'team:read',
    on: 'deployment',
    input: PageQuery,
    output: AccountList,
    run: listAccounts,
  }),
  create: post('/admins', {
    summary: 'Create an account',
    description: 'Without a password, the response contains a sign-in link that is valid for seven days.',
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
    summary: 'Update an account',
    description: 'The owner always has full access, regardless of the role.',
    scope: 'team:write',
    on: 'deployment',
    input: PatchAccount.extend(Named.shape),
    output: Account,
    run: patchAccount,
  }),
  delete: del('/admins/:email', {
    summary: 'Delete an account',
    description: "The account's next request is rejected and its sockets are closed. The owner cannot be deleted.",
    scope: 'team:write',
    on: 'deployment',
    input: Named,
    output: AccountDeleted,
    run: deleteAccount,
  }),
  createLink: post('/admins/:email/sign-in-link', {
    summary: 'Create a sign-in link',
    description:
      'The link is valid for 15 minutes and works once. Only the owner, the admin key and the command line can create one for the owner.',
    scope: 'team:write',
    on: 'deployment',
    status: 201,
    secrets: ['url'],
    input: Named,
    output: SignInLink,
    run: createLink,
  }),
}
