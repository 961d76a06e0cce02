import { z } from 'zod'
import { NewPushSubscription, PushKey, PushSubscription } from '../../../../shared/push.ts'
import { del, get, post } from '../../../core/operation.ts'
import { getPushKey, subscribePush, unsubscribePush } from './subscriptions.ts'

export const pushOperations = {
  key: get('/push/key', {
    summary: 'Read the key for Web Push',
    description: 'The public key (VAPID) that a browser needs to subscribe. It stays the same.',
    scope: 'conversations:read',
    on: 'deployment',
    input: z.object({}),
    output: PushKey,
    run: getPushKey,
  }),
  subscribe: post('/push/subscriptions', {
    summary: 'Be told in a browser whose dashboard is closed',
    description:
      'For a signed-in person; a key is refused with 400. Sent to those who have no window open on the site where it ' +
      'happens, for as long as the session lasts. A browser that is known already is changed.',
    scope: 'conversations:read',
    on: 'deployment',
    status: 201,
    input: NewPushSubscription,
    output: PushSubscription,
    run: subscribePush,
  }),
  unsubscribe: del('/push/subscriptions', {
    summary: 'Be told no more in a browser',
    description: 'For a signed-in person; a key is refused with 400. One that is not there is no error.',
    scope: 'conversations:read',
    on: 'deployment',
    input: NewPushSubscription.pick({ endpoint: true }),
    output: z.object({ deleted: z.boolean().describe('Whether there was one of yours.') }),
    run: unsubscribePush,
  }),
}
