import type { QueryClient } from '@tanstack/react-query'
import type { ConversationCounts } from '../../../shared/inbox.ts'
import type { Cache } from './cache.ts'
import { shiftCounts } from './counts.ts'
import type { Row } from './rows.ts'

type Moved = { event: string; before: Row | null; after: Row }
/** `moved`: by the events that came since the present reading began; null where none is under way. */
type Reading = { ended: number; moved: Moved[] | null }

const readings = new WeakMap<QueryClient, Map<string, Reading>>()

function readingOf({ client, site }: Omit<Cache, 'me'>): Reading {
  const sites = readings.get(client) ?? new Map<string, Reading>()
  readings.set(client, sites)
  const reading = sites.get(site) ?? { ended: 0, moved: null }
  sites.set(site, reading)
  return reading
}

/** Reads how many conversations each list holds. What happened behind the answer's back is counted on top of it. */
export async function readCounts(cache: Cache, read: () => Promise<ConversationCounts>): Promise<ConversationCounts> {
  const reading = readingOf(cache)
  const moved: Moved[] = []
  reading.moved = moved
  try {
    const counts = await read()
    return moved
      .filter(({ event }) => event > counts.asOf)
      .reduce((sum, { before, after }) => shiftCounts(sum, before, after, cache.me), counts)
  } finally {
    reading.ended += 1
    if (reading.moved === moved) reading.moved = null
  }
}

/** Keeps what an event changed, for the counts that are being read. */
export const noteMoved = (cache: Cache, moved: Moved): void => void readingOf(cache).moved?.push(moved)

/**
 * To be asked when an act begins. What it gives is asked when the act has ended: whether the counts were read in between, or
 * still are, and so may hold the act or not.
 */
export function countsSince(cache: Cache): () => boolean {
  const { ended } = readingOf(cache)
  return () => {
    const now = readingOf(cache)
    return now.moved !== null || now.ended !== ended
  }
}
