import type { Callback } from '../../../../shared/callback.ts'
import type { CallbackListName } from '../../app/route.ts'
import { waitWords } from '../../ui/format.ts'
import type { Period } from '../../ui/period.ts'
import type { CallbacksWords } from '../../words/en/callbacks.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/**
 * What a list shows, each once and in its order: open ones oldest first, others newest first.
 * @param read as the server said it, pages one after the other
 * @param left as this person left them, which the server has not confirmed yet
 * @param period when those that it shows were asked for
 * @param held the one whose note is being written: it stays, whatever becomes of it meanwhile
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

/** What was read, with a callback as it is now; whether it is shown there hangs on its status. */
export function withCallback<D extends { pages: { items: Callback[] }[] }>(data: D, callback: Callback): D {
  const others = data.pages.map((page) => ({ ...page, items: page.items.filter(({ id }) => id !== callback.id) }))
  return { ...data, pages: others.map((page, at) => (at === 0 ? { ...page, items: [...page.items, callback] } : page)) }
}

/** What whoever asked is called. */
export const nameOf = ({ name, phone, email }: Pick<Callback, 'name' | 'phone' | 'email'>, nameless: string): string =>
  name || phone || email || nameless

/** How whoever asked is reached: by phone, as was asked, else by email. */
export const wayTo = ({ phone, email }: Pick<Callback, 'phone' | 'email'>): string | null => phone || email

/** How long somebody waits: `12:40` ticks, then `3 h 12 min`, `2 d 4 h`. */
export function waitedWords(since: number, now: number, said: Pick<CallbacksWords, 'hours' | 'days'>): string {
  const passed = Math.max(0, now - since)
  if (passed < hour) return waitWords(since, now)
  if (passed < day) return said.hours(Math.floor(passed / hour), Math.floor((passed % hour) / minute))
  return said.days(Math.floor(passed / day), Math.floor((passed % day) / hour))
}

/** How often that is another: each second in the first hour, each minute after it. */
export const ticksEvery = (since: number, now: number): number => (now - since < hour ? 1_000 : minute)

type Known = Pick<CallbacksWords, 'you' | 'somebody' | 'commandLine' | 'adminKey' | 'key'> & {
  me: string
  /** The team's names by email, as far as they are known. */
  names: ReadonlyMap<string, string>
}

/** Who closed it, in words: a person's name where it is known. */
export function closerWords(closedBy: string | null, { me, names, ...said }: Known): string {
  if (closedBy === null) return said.somebody
  if (closedBy === me) return said.you
  if (closedBy === 'cli') return said.commandLine
  if (closedBy === 'key:admin') return said.adminKey
  return closedBy.startsWith('key:') ? said.key(closedBy.slice('key:'.length)) : (names.get(closedBy) ?? closedBy)
}
