import type { Parts } from '../../core/context.ts'
import { enqueue, type JobHandler } from '../../core/jobs.ts'
import { systemContext } from '../../core/transaction.ts'
import { expireEvents } from '../events/expire.ts'
import { forgetAddresses } from '../inbox/forget-addresses.ts'
import { limited, removeAudit, removeOld } from './old.ts'

const day = 86_400_000
const hour = 3_600_000
/** Of what concerns no site, or one that is no longer there. */
const auditDays = 90
const name = 'retention.run'
const oldName = 'retention.removeOld'

/** Removes, every hour, what is past its time, and what each site keeps no longer. Over several servers, one does it. */
export const retentionJobs = (parts: Parts): Record<string, JobHandler> => ({
  [name]: {
    retry: [60_000, hour],
    async run() {
      await expire(parts)
      for (const site of await parts.sites.all()) {
        await removeAudit(systemContext(parts, site))
        if (limited(site.settings).length > 0) await goOn(parts, site.id)
      }
      await scheduleRetention(parts, parts.clock.now() + hour)
    },
  },
  [oldName]: {
    retry: [60_000, hour],
    async run({ site: id }) {
      const site = await parts.sites.find(id)
      if (site && (await removeOld(systemContext(parts, site)))) await goOn(parts, id)
    },
  },
})

/** Has what a site keeps no longer removed, some at a time. */
const goOn = ({ database, clock }: Parts, site: string) =>
  enqueue(database.sql, { type: oldName, site, name: 'next', data: {}, at: clock.now() })

/** There is one such job waiting at any time, whoever asks for it. */
export async function scheduleRetention(parts: Parts, at: number): Promise<void> {
  await enqueue(parts.database.sql, { type: name, site: '', name: String(Math.floor(at / hour)), data: {}, at })
}

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
