import { z } from 'zod'
import { NewPushSubscription, PushKey, PushSubscription } from '../../../../shared/push.ts'
import type { Context } from '../../../core/context.ts'
import { badRequest } from '../../../core/error.ts'
import { newId } from '../../../core/ids.ts'
import { del, get, post } from '../../../core/operation.ts'
import { pushKeys } from './keys.ts'

/** Browsers of one person; of more, the oldest are forgotten. */
const mostOfPerson = 20

type Row = Omit<PushSubscription, 'createdAt'> & { created_at: number }

const toSubscription = ({ id, classes, preview, language, created_at }: Row): PushSubscription => ({
  id,
  classes,
  preview,
  language,
  createdAt: created_at,
})

/** The public key that browsers subscribe with. */
async function getPushKey(ctx: Context): Promise<{ key: string }> {
  return { key: (await pushKeys(ctx)).publicKey }
}

/**
 * Has a browser told from now on. One that is known already is changed, and belongs to whoever is signed in there now: what
 * is sent appears on that screen. 400 for a key, which has no browser.
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
        order by p.created_at desc, p.id desc offset ${mostOfPerson - 1})`
    return toSubscription(row)
  })
}

/** Has a browser of this person's told no more. */
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
    throw badRequest('Only a signed-in person has a browser to be told in.', 'person_only')
  return actor.session
}

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
