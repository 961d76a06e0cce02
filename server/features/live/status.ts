import type { LiveStatus } from '../../../shared/live.ts'
import type { Context } from '../../core/context.ts'
import { availablePeople } from './availability.ts'
import { telegramState } from './telegram/state.ts'

const maxAgents = 500

/** Who is available now, and the number of live chats. */
export async function getLiveStatus(ctx: Context): Promise<LiveStatus> {
  const [people, agents, [counts], telegram] = await Promise.all([
    availablePeople(ctx),
    ctx.sql<{ email: string; name: string | null }[]>`
      select email, name from accounts order by lower(coalesce(name, email)), email limit ${maxAgents}`,
    countLive(ctx),
    telegramState(ctx),
  ])
  const available = new Set(people.map(({ email }) => email))
  return {
    enabled: ctx.site.settings.live.enabled,
    hub: true,
    available: available.size,
    agents: agents.map(({ email, name }) => ({ email, name, available: available.has(email) })),
    telegram,
    ...counts,
    capacity: ctx.site.settings.live.capacity,
    waitSeconds: ctx.site.settings.live.waitSeconds,
  }
}

type Counts = Pick<LiveStatus, 'live' | 'unassigned' | 'waiting' | 'mine'>

const countLive = ({ sql, site, actor }: Context) => sql<[Counts]>`
  select count(*)::int as live,
    (count(*) filter (where assigned_to is null))::int as unassigned,
    (count(*) filter (where waiting_since is not null))::int as waiting,
    (count(*) filter (where assigned_to = ${actor.id}))::int as mine
  from conversations where site = ${site.id} and status = 'live' and not spam`
