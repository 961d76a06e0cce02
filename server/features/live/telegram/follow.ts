import type { EventType } from '../../../../shared/event.ts'
import type { Parts } from '../../../core/context.ts'
import type { StoredEvent } from '../../../core/events.ts'
import { renewOldHooks } from './hook.ts'
import { enqueuePass } from './pass.ts'
import { sweep } from './sweep.ts'

/** What may change how a conversation is shown in the team's chat. */
const followed = new Set<EventType>([
  'message.received',
  'message.sent',
  'handover.requested',
  'handover.missed',
  'handover.ended',
  'conversation.assigned',
  'conversation.closed',
  'conversation.changed',
])
const again = 5_000

/**
 * Follows the log, and has every conversation that something happens in brought up to date. What happened while no server
 * ran is looked for at the start. The answer ends it.
 */
export function followForTelegram(parts: Parts): () => void {
  const sites = linkedSites(parts)
  let cancel = () => {}
  const run = (work: Promise<void>) =>
    void work.catch((err) => {
      parts.log.error({ err }, 'what is to go to Telegram could not be put in the queue')
      cancel()
      cancel = parts.clock.after(again, () => run(catchUp(parts)))
    })
  const stop = parts.events.subscribe((event) => {
    if (followed.has(event.type)) run(follow(parts, sites, event))
  })
  run(catchUp(parts))
  return () => {
    stop()
    cancel()
  }
}

async function catchUp(parts: Parts): Promise<void> {
  await renewOldHooks(parts)
  await sweep(parts)
}

async function follow(parts: Parts, sites: LinkedSites, { site, type, data }: StoredEvent): Promise<void> {
  if (!(await sites.has(site))) return
  const { conversationId, id } = data as { conversationId?: string; id?: string }
  const conversation = type === 'conversation.changed' ? id : conversationId
  if (conversation !== undefined && (await isOfTeam(parts, conversation))) await enqueuePass(parts, site, conversation)
}

/** Whether the team's chat shows it, or is to. */
async function isOfTeam({ database: { sql } }: Parts, conversation: string): Promise<boolean> {
  const rows = await sql`
    select from conversations where id = ${conversation}
      and (status = 'live' or exists (select from telegram_threads where conversation_id = ${conversation}))`
  return rows.length > 0
}

type LinkedSites = { has(site: string): Promise<boolean> }

/** Which sites have a chat; kept until something of the site's settings changes. */
function linkedSites({ database: { sql }, events }: Parts): LinkedSites {
  const kept = new Map<string, Promise<boolean>>()
  events.onChange(({ type, site }) => {
    if (type === 'settings.changed') kept.delete(site)
  })
  const look = async (site: string) =>
    (await sql`select from telegram where site = ${site} and chat_id is not null and token is not null`).length > 0
  return {
    has(site) {
      const known = kept.get(site) ?? look(site)
      kept.set(site, known)
      // What could not be read now is read anew with the next event.
      known.catch(() => kept.delete(site))
      return known
    },
  }
}
