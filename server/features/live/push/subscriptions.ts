import { z } from 'zod'
import { NewPushSubscription, PushKey, PushSubscription } from '../../../../shared/push.ts'
import type { Context } from '../../../core/context.ts'
import { badRequest } from '../../../core/error.ts'
import { newId } from '../../../core/ids.ts'
import { del, get, post } from '../../../core/operation.ts'
import { pushKeys } from './keys.ts'

/** Browsers per person; if there are more, the oldest are removed. */
const maxPerPerson = 20

type Row = Omit<PushSubscription, 'createdAt'> & { created_at: number }

const toSubscription = ({ id, classes, preview, language, created_at }: Row): PushSubscription => ({
  id,
  classes,
  preview,
  language,
  createdAt: created_at,
})

/** The public key with which browsers subscribe. */
async function getPushKey(ctx: Context): Promise<{ key: string }> {
  return { key: (await pushKeys(ctx)).publicKey }
}

/**
 * Subscribes a browser. An existing subscription is updated and belongs to the person who is signed in there now,
 * because notifications appear on that screen. 400 for an API key, which has no browser.
 */
async function subscribePush(ctx: Context, given: NewPushSubscription): Promise<PushSubscription> {
  const session = sessionOf(ctx)
  const { endpoint, keys, preview, language } = given
  const classes = [...new Set(given.classes)]
  return await ctx.tx(async (tx) => {
    const [row] = await tx.sql<[Row]>`
      insert into push_subscriptions
        (id, session, endpoint, p256dh, auth, classes, preview, language, created_at)
      values (${newId('push')}, ${session}, ${endpoint}, ${keys.p256dh}, ${keys.auth},
        ${tx.sql.json(classes)}, ${preview}, ${language}, ${tx.now()})
      on conflict (endpoint) do update set session = excluded.session, p256dh = excluded.p256dh, auth = excluded.auth,
        classes = excluded.classes, preview = excluded.preview, language = excluded.language,
        failures = 0, quiet_until = 0
      returning *`
    await tx.sql`
      delete from push_subscriptions where id in (
        select p.id from push_subscriptions p join sessions s on s.token_hash = p.session
        where s.email = ${tx.actor.id} and p.id <> ${row.id}
        order by p.created_at desc, p.id desc offset ${maxPerPerson - 1})`
    return toSubscription(row)
  })
}

/** Removes the subscription of one of the person's browsers. */
async function unsubscribePush(ctx: Context, { endpoint }: { endpoint: string }): Promise<{ deleted: boolean }> {
  sessionOf(ctx)
  const { count } = await ctx.tx(
    (tx) => tx.sql`
      delete from push_subscriptions p using sessions s
      where p.endpoint = ${endpoint} and s.token_hash = p.session and s.email = ${tx.actor.id}`,
  )
  return { deleted: count > 0 }
}

function sessionOf({ actor }: Context): string {
  if (actor.kind !== 'person' || actor.session === null)
    throw badRequest('Only signed-in people can subscribe to push notifications.', 'person_only')
  return actor.session
}

export const pushOperations = {
  key: get('/push/key', {
    summary: 'Retrieve the Web Push key',
    description: 'Returns the public VAPID key that a browser needs to subscribe. It never changes.',
    scope: 'conversations:read',
    on: 'deployment',
    input: z.object({}),
    output: PushKey,
    run: getPushKey,
  }),
  subscribe: post('/push/subscriptions', {
    summary: 'Subscribe a browser to push notifications',
    description:
      'For signed-in people; keys get 400. Notifications are sent while you have no window open on the site, until the session ' +
      'ends. Subscribing a known browser updates its subscription.',
    scope: 'conversations:read',
    on: 'deployment',
    status: 201,
    input: NewPushSubscription,
    output: PushSubscription,
    run: subscribePush,
  }),
  unsubscribe: del('/push/subscriptions', {
    summary: 'Unsubscribe a browser from push notifications',
    description: 'For signed-in people; keys get 400. Succeeds even if the browser is not subscribed.',
    scope: 'conversations:read',
    on: 'deployment',
    input: NewPushSubscription.pick({ endpoint: true }),
    output: z.object({ deleted: z.boolean().describe('Whether you had such a subscription.') }),
    run: unsubscribePush,
  }),
}
