import type { Parts } from '../../../core/context.ts'
import { enqueuePass } from './pass.ts'

const most = 1000
const day = 86_400_000

/** Has every conversation brought up to date that the team's chat may not show as it is; of one site, or of all. */
export async function sweep(parts: Parts, site: string | null = null): Promise<void> {
  const rows = await parts.database.sql<{ id: string; site: string }[]>`
    select conversations.id, conversations.site from conversations
    join telegram on telegram.site = conversations.site and telegram.chat_id is not null
    left join telegram_threads on conversation_id = conversations.id
    where (${site}::text is null or conversations.site = ${site})
      and (conversations.status = 'live'
        or (conversation_id is not null and last_at > ${parts.clock.now() - day}
          and shown is distinct from (case when conversations.status = 'closed' then 'closed' else 'bot' end)))
    order by last_at desc limit ${most}`
  for (const row of rows) await enqueuePass(parts, row.site, row.id)
}
