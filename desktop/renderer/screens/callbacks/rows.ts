import type { Callback } from '../../../../shared/callback.ts'
import { waitWords } from '../../ui/format.ts'
import type { Period } from '../../ui/period.ts'
import type { CallbackListName } from '../../ui/route.ts'
import type { CallbacksWords } from '../../words/en/callbacks.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/**
 * The callbacks of a list, without duplicates and sorted: open ones oldest first, others newest first.
 * @param read the fetched pages
 * @param left this person's changes that the server has not confirmed yet
 * @param period when the shown callbacks were requested
 * @param held the callback whose note is being edited, which stays even if it changes
 */
export function shownIn(
  status: CallbackListName,
  read: readonly Callback[],
  left: ReadonlyMap<string, Callback>,
  held: Callback | null,
  { from = 0, to = Number.POSITIVE_INFINITY }: Period = {},
): Callback[] {
  const all = new Map([...(held ? [held] : []), ...read, ...left.values()].map((one) => [one.id, one]))
  const way = status === 'open' ? 1 : -1
  return [...all.values()]
    .filter((one) => one.id === held?.id || status === 'all' || one.status === status)
    .filter(({ requestedAt }) => requestedAt >= from && requestedAt < to)
    .sort((a, b) => way * (a.requestedAt - b.requestedAt || (a.id < b.id ? -1 : 1)))
}

/** The fetched callbacks with a changed one. Its status decides whether it is shown. */
export function withCallback<D extends { pages: { items: Callback[] }[] }>(data: D, callback: Callback): D {
  const others = data.pages.map((page) => ({ ...page, items: page.items.filter(({ id }) => id !== callback.id) }))
  return { ...data, pages: others.map((page, at) => (at === 0 ? { ...page, items: [...page.items, callback] } : page)) }
}

/** The name of the requester. */
export const nameOf = ({ name, phone, email }: Pick<Callback, 'name' | 'phone' | 'email'>, nameless: string): string =>
  name || phone || email || nameless

/** How to reach the requester: by phone as requested, otherwise by email. */
export const contactWay = ({ phone, email }: Pick<Callback, 'phone' | 'email'>): string | null => phone || email

/** The waiting time: `12:40` ticks, then `3 h 12 min`, `2 d 4 h`. */
export function waitedWords(since: number, now: number, words: Pick<CallbacksWords, 'hours' | 'days'>): string {
  const passed = Math.max(0, now - since)
  if (passed < hour) return waitWords(since, now)
  if (passed < day) return words.hours(Math.floor(passed / hour), Math.floor((passed % hour) / minute))
  return words.days(Math.floor(passed / day), Math.floor((passed % day) / hour))
}

/** How often the waiting time changes: each second in the first hour, then each minute. */
export const ticksEvery = (since: number, now: number): number => (now - since < hour ? 1_000 : minute)

type Known = Pick<CallbacksWords, 'you' | 'somebody' | 'commandLine' | 'adminKey' | 'key'> & {
  me: string
  /** The known names of team members, by email. */
  names: ReadonlyMap<string, string>
}

/** Who closed it: a name if known. */
export function closerWords(closedBy: string | null, { me, names, ...words }: Known): string {
  if (closedBy === null) return words.somebody
  if (closedBy === me) return words.you
  if (closedBy === 'cli') return words.commandLine
  if (closedBy === 'key:admin') return words.adminKey
  return closedBy.startsWith('key:') ? words.key(closedBy.slice('key:'.length)) : (names.get(closedBy) ?? closedBy)
}
