import { isOpenAt } from '../../../../shared/opening-hours.ts'
import type { Context } from '../../../core/context.ts'
import { telegramState } from '../telegram/state.ts'

export type AvailablePerson = { email: string; name: string | null }

/** The people of the team who have a dashboard of the site open that is set to available, by email. */
export async function availablePeople({ sql, site, now }: Context): Promise<AvailablePerson[]> {
  return await sql<AvailablePerson[]>`
    select email, name from accounts
    where email in (select email from presence where site = ${site.id} and available and until > ${now()})
    order by email`
}

/** Whether a person has a dashboard of the site open, be it set to available or to away. */
export async function isThere({ sql, site, now }: Context, email: string): Promise<boolean> {
  const [row] = await sql`
    select from presence where site = ${site.id} and email = ${email} and until > ${now()} limit 1`
  return row !== undefined
}

/** Whether live chat is on and within its opening hours. */
export function isLiveOpen({ site, now }: Context): boolean {
  const { live, assistant } = site.settings
  return live.enabled && isOpenAt(live.hours, live.timezone || assistant.timezone, now())
}

/**
 * Whether somebody of the team can come into a chat at this moment. Who reads the team's chat in Telegram cannot be known:
 * where one is linked, somebody may.
 */
export async function canSomebodyCome(ctx: Context): Promise<boolean> {
  if (!isLiveOpen(ctx)) return false
  return (await availablePeople(ctx)).length > 0 || (await telegramState(ctx)).linked
}
