import type { Facts, FactsPatch } from '../../../../shared/facts.ts'
import { days, inOrder } from '../../form/hours.ts'
import { same } from '../../form/path.ts'

type Text = 'name' | 'description' | 'address' | 'bookingUrl' | 'prices'

/** The details as form fields hold them: an empty text means unknown. */
export type TypedFacts = Omit<Facts, Text> & Record<Text, string>

export const typedFacts = (facts: Facts): TypedFacts => ({
  ...facts,
  name: facts.name ?? '',
  description: facts.description ?? '',
  address: facts.address ?? '',
  bookingUrl: facts.bookingUrl ?? '',
  prices: facts.prices ?? '',
})

/** The changes to send. What somebody else changed in the meantime stays. */
export function patchOf(typed: TypedFacts, saved: Facts): FactsPatch {
  const { hours } = typed
  const ordered = hours && Object.fromEntries(days.map((day) => [day, inOrder(hours[day])]))
  const before = Object.entries(typedFacts(saved))
  const now: Record<string, unknown> = { ...typed, hours: ordered }
  return Object.fromEntries(before.flatMap(([name, value]) => (same(now[name], value) ? [] : [[name, now[name]]])))
}

/** The previous values of a patch, which undo it. */
export const backOf = (patch: FactsPatch, saved: Facts): FactsPatch =>
  Object.fromEntries(Object.keys(patch).map((name) => [name, saved[name as keyof Facts]]))
