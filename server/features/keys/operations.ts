import { z } from 'zod'
import { KeyCreated, KeyList, KeyRevoked, NewApiKey } from '../../../shared/key.ts'
import { PageQuery } from '../../../shared/page.ts'
import { del, get, post } from '../../core/operation.ts'
import { createKey, listKeys, revokeKey } from './keys.ts'

export const keyOperations = {
  list: get('/keys', {
    summary: 'List API keys',
    description: 'With the scopes and presets that a new key can have. Secrets are never in it.',
    scope: 'keys:read',
    input: PageQuery,
    output: KeyList,
    run: listKeys,
  }),
  create: post('/keys', {
    summary: 'Create an API key',
    description:
      'The whole key is in this answer alone. To rotate a key, create one, switch over, then revoke the old one. A key that creates keys gives at most its own scopes, addresses, lifetime and rate; limits that are left out are its own.',
    scope: 'keys:write',
    status: 201,
    secrets: ['key'],
    input: NewApiKey,
    output: KeyCreated,
    run: createKey,
  }),
  revoke: del('/keys/:id', {
    summary: 'Revoke an API key',
    description: 'By its id or its prefix. The key is refused at once on this server and within seconds on others.',
    scope: 'keys:write',
    input: z.object({ id: z.string().max(100) }),
    output: KeyRevoked,
    run: revokeKey,
  }),
}
