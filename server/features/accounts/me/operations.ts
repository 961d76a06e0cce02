import { z } from 'zod'
import { Account, PatchMe } from '../../../../shared/account.ts'
import { MeAnswer } from '../../../../shared/site.ts'
import { get, patch } from '../../../core/operation.ts'
import { renameOwn } from '../rename.ts'
import { getMe } from './me.ts'

export const identityOperations = {
  me: get('/me', {
    summary: 'Who am I',
    description: 'The caller, and the sites that it may work on.',
    scope: 'any',
    on: 'deployment',
    input: z.object({}),
    output: MeAnswer,
    run: getMe,
  }),
  rename: patch('/me', {
    summary: 'Change your own name',
    description:
      'And nothing else of your account. Visitors in a live chat see the first name. For a signed-in person; a key is ' +
      'refused with 400.',
    scope: 'any',
    on: 'deployment',
    input: PatchMe,
    output: Account,
    run: renameOwn,
  }),
}
