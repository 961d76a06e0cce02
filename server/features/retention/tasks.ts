import type { Parts } from '../../core/context.ts'
import { defineTask, nothing } from '../../core/queue.ts'
import { serverTask, siteTask } from '../../core/tasks.ts'
import { systemContext } from '../../core/transaction.ts'
import { forgetAddresses } from '../conversations/inbox/forget-addresses.ts'
import { expireEvents } from '../events/expire.ts'
import { limited, removeAudit, removeOld } from './old.ts'

const day = 86_400_000
const hour = 3_600_000
/** Of what concerns no site, or one that is no longer there. */
const auditDays = 90
const retention = defineTask('retention.run', nothing)
const removeOldTask = defineTask('retention.removeOld', nothing)

/** Removes, every hour, what is past its time, and what each site keeps no longer. */
export const retentionTasks = [
  serverTask(retention, {
    retry: [60_000, hour],
    every: hour,
    async run(parts) {
      await expire(parts)
      for (const site of await parts.sites.all()) {
        await removeAudit(systemContext(parts, site))
        if (limited(site.settings).length > 0) await goOn(parts, site.id)
      }
    },
  }),
  siteTask(removeOldTask, {
    retry: [60_000, hour],
    async run(ctx) {
      if (await removeOld(ctx)) await goOn(ctx.parts, ctx.site.id)
    },
  }),
]

/** Has what a site keeps no longer removed, some at a time. */
const goOn = ({ queue }: Parts, site: string) => queue.add(removeOldTask, site, {}, { name: 'next' })

async function expire(parts: Parts): Promise<void> {
  const { sql } = parts.database
  const now = parts.clock.now()
  await expireEvents(parts)
  await forgetAddresses(parts)
  await sql`
    delete from audit
    where at < ${now - auditDays * day} and (site is null or site <> all(${parts.sites.ids()}::text[]))`
  await sql`delete from idempotency where created_at < ${now - day}`
  await sql`delete from sessions where expires_at < ${now}`
  await sql`delete from sign_in_links where expires_at < ${now - 30 * day}`
  await sql`delete from sign_in_attempts where at < ${now - day}`
}
