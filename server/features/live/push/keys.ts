import type { Context } from '../../../core/context.ts'
import type { PushKeys } from '../../../outside/push.ts'

const purpose = 'push'

/**
 * The deployment's keys for push services: made when they are first asked for, and sealed. Keys that another secret sealed
 * are made anew; browsers that subscribed with the old ones are then forgotten, as their push services refuse the new.
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

function opened({ parts }: Context, sealed: string): string | undefined {
  try {
    return parts.seal.open(purpose, sealed)
  } catch {
    return undefined
  }
}

/** Of two that make them at the same moment, the first one's stand. */
async function makeKeys(ctx: Context, old: string | null): Promise<void> {
  const { publicKey, privateKey } = ctx.parts.outside.push.makeKeys()
  const sealed = ctx.parts.seal.close(purpose, privateKey)
  await ctx.tx(async (tx) => {
    const { count } = await tx.sql`delete from push_keys where public_key = ${old}`
    if (count > 0) await tx.sql`delete from push_subscriptions`
    await tx.sql`
      insert into push_keys (public_key, private_key, created_at) values (${publicKey}, ${sealed}, ${tx.now()})
      on conflict do nothing`
  })
}
