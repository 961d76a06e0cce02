import type { AlertClass } from '../../../../shared/push.ts'
import type { Context } from '../../../core/context.ts'

export type Recipient = {
  id: string
  endpoint: string
  p256dh: string
  auth: string
  preview: boolean
  language: string
  failures: number
}

type Wanted = {
  class: AlertClass
  /** The people whom it is for; null: everybody. */
  to: string[] | null
  /** These browsers alone, for another try: also those that are left aside. */
  only?: string[]
}

const most = 500

/** The browsers to tell: of people who are signed in there, want this class, and have no window of the site open. */
export async function listRecipients(ctx: Context, { class: wanted, to, only }: Wanted): Promise<Recipient[]> {
  return await ctx.sql<Recipient[]>`
    select p.id, p.endpoint, p.p256dh, p.auth, p.preview, p.language, p.failures
    from push_subscriptions p join sessions s on s.token_hash = p.session
    where s.expires_at > ${ctx.now()} and p.classes ? ${wanted}
      and (${to}::text[] is null or s.email = any(${to}::text[]))
      and (p.quiet_until <= ${ctx.now()} or p.id = any(${only ?? []}::text[]))
      and (${only === undefined} or p.id = any(${only ?? []}::text[]))
      and not exists (
        select from presence where site = ${ctx.site.id} and email = s.email and until > ${ctx.now()})
    order by p.created_at, p.id limit ${most}`
}
