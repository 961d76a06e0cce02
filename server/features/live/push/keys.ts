import type { Context } from '../../../core/context.ts'
import type { PushKeys } from '../../../outside/push.ts'

const purpose = 'push'

/**
 * The deployment's VAPID keys: generated on first use, and sealed. If they were sealed with another secret, new ones
 * are generated, and browsers subscribed with the old ones are then removed, because their push services reject the new
 * keys.
 */
export async function pushKeys(ctx: Context): Promise<PushKeys> {
  for (;;) {
    const [row] = await ctx.sql<{ public_key: string; private_key: string }[]>`
      select public_key, private_key from push_keys`
    const privateKey = row && opened(ctx, row.private_key)
    if (row && privateKey) return { publicKey: row.public_key, privateKey }
    await makeKeys(ctx, row?.public_key ?? null)
  }
}

function opened({ services }: Context, sealed: string): string | undefined {
  try {
    return services.seal.open(purpose, sealed)
  } catch {
    return undefined
  }
}

/** If two servers generate keys at the same time, the first ones are used. */
async function makeKeys(ctx: Context, old: string | null): Promise<void> {
  const { publicKey, privateKey } = ctx.services.outside.push.makeKeys()
  const sealed = ctx.services.seal.close(purpose, privateKey)
  await ctx.tx(async (tx) => {
    const { count } = await tx.sql`delete from push_keys where public_key = ${old}`
    if (count > 0) await tx.sql`delete from push_subscriptions`
    await tx.sql`
      insert into push_keys (public_key, private_key, created_at) values (${publicKey}, ${sealed}, ${tx.now()})
      on conflict do nothing`
  })
}
