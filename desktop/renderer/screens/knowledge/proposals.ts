import type { Facts } from '../../../../shared/facts.ts'
import { days } from '../../form/hours.ts'
import { same } from '../../form/path.ts'
import type { TypedFacts } from './typed-facts.ts'

/** A detail that was found on the pages and is not in the form yet. */
export type Proposal = {
  [Name in keyof Facts]: { name: Name; item: Item<Facts[Name]>; replaces: Item<Facts[Name]> | null }
}[keyof Facts]

type Item<T> = T extends readonly (infer One)[] ? One : NonNullable<T>

const single = ['name', 'description', 'address', 'hours', 'bookingUrl', 'prices'] as const
const lists = ['phones', 'emails', 'services', 'areas', 'links'] as const
const maxOf = { phones: 20, emails: 20, services: 100, areas: 100, links: 50 }

/** The details that can be accepted: missing items of lists, and different values. */
export function proposalsOf(found: Facts, typed: TypedFacts): Proposal[] {
  const others = single.flatMap((name): Proposal[] => {
    const [item, now] = [found[name], typed[name]]
    return item === null || sameHours(item, now) ? [] : [{ name, item, replaces: now || null } as Proposal]
  })
  const items = lists.flatMap((name): Proposal[] => {
    const known = typed[name].map((one) => markOf(one))
    const lacking = found[name].filter((one) => !known.includes(markOf(one)))
    return lacking
      .slice(0, Math.max(0, maxOf[name] - known.length))
      .map((item) => ({ name, item, replaces: null }) as Proposal)
  })
  return [...others, ...items]
}

/** The days of a week may be in another order. */
const sameHours = (one: unknown, other: unknown): boolean =>
  one !== null && typeof one === 'object' && other !== null
    ? days.every((day) => same((one as Record<string, unknown>)[day], (other as Record<string, unknown>)[day]))
    : one === other

/** The same number with other spacing, or the same link with another text, is not new. */
function markOf(item: string | { url: string }): string {
  if (typeof item !== 'string') return item.url
  const digits = item.replace(/\D/g, '')
  return digits.length >= 7 ? digits : item.toLowerCase()
}

/** The fields that change when these are accepted. */
export function withProposals(typed: TypedFacts, taken: readonly Proposal[]): Partial<TypedFacts> {
  const changed = taken.map(({ name }) => {
    const items = taken.filter((one) => one.name === name).map(({ item }) => item)
    return [name, Array.isArray(typed[name]) ? [...(typed[name] as unknown[]), ...items] : items[0]]
  })
  return Object.fromEntries(changed) as Partial<TypedFacts>
}
