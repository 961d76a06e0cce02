import type { Facts, FactsPatch } from '../../../../shared/facts.ts'
import { days, inOrder } from '../../form/hours.ts'

type Text = 'name' | 'description' | 'address' | 'bookingUrl' | 'prices'

/** The details as fields hold them: an empty text is one that is not known. */
export type TypedFacts = Omit<Facts, Text> & Record<Text, string>

export const typedFacts = (facts: Facts): TypedFacts => ({
  ...facts,
  name: facts.name ?? '',
  description: facts.description ?? '',
  address: facts.address ?? '',
  bookingUrl: facts.bookingUrl ?? '',
  prices: facts.prices ?? '',
})

/** What differs from what is saved: what somebody else saves meanwhile stays as they left it. */
export function patchOf(typed: TypedFacts, saved: Facts): FactsPatch {
  const { hours } = typed
  const ordered = hours && Object.fromEntries(days.map((day) => [day, inOrder(hours[day])]))
  const before = Object.entries(typedFacts(saved))
  const now: Record<string, unknown> = { ...typed, hours: ordered }
  return Object.fromEntries(before.flatMap(([name, value]) => (same(now[name], value) ? [] : [[name, now[name]]])))
}

/** What a patch replaces: sent as another one, it takes the first back. */
export const backOf = (patch: FactsPatch, saved: Facts): FactsPatch =>
  Object.fromEntries(Object.keys(patch).map((name) => [name, saved[name as keyof Facts]]))

export const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
