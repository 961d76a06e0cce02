import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Lead } from '../../../../shared/lead.ts'
import { type ContactFilter, parseFilter, writeFilter } from '../../live/contact-filter.ts'
import { contactKeys } from '../../live/contact-queries.ts'
import type { Desk } from '../../live/desk.tsx'
import { useDesk } from '../../live/desk.tsx'
import { onEvent } from '../../live/event-listeners.ts'
import { createIntake } from '../../live/intake.ts'
import { type Changed, type ContactsData, changedIn, cutToFirst, refreshed } from './contact-list.ts'
import { readPage } from './queries.ts'

/** After these, the contacts at the top change. */
const moving = new Set(['lead.captured', 'lead.updated', 'lead.changed', 'callback.requested', 'callback.updated'])

/** Events within this time, in milliseconds, cause one request. */
const restsFor = 400

/** Changes within this time, in milliseconds, are shown together. */
const shownEvery = 100

type Change = readonly [id: string, now: Partial<Lead> | null]

/**
 * Keeps the contacts of a filter current while the screen is shown.
 * @param onChange called with changed contacts, including those that are not fetched
 */
export function useFollow(filter: ContactFilter, onChange: (changed: Changed) => void): void {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const written = writeFilter(filter)
  const latestOnChange = useRef(onChange)
  latestOnChange.current = onChange
  useEffect(() => {
    const cache = { client, site, queries }
    begin(cache, written)
    let timer: ReturnType<typeof setTimeout> | undefined
    const soon = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        void readFirst(cache, written, soon)
      }, restsFor)
    }
    // A change of thousands has one event each, and rendering the table for each would be slow.
    const intake = createIntake<Change>((changes) => {
      const changed = new Map(changes)
      showChanged(cache, changed)
      latestOnChange.current(changed)
    }, shownEvery)
    const stop = onEvent(({ type, data }) => {
      if (type === 'contact-tag.changed') begin(cache, written)
      if (!moving.has(type)) return
      for (const change of changeOf(type, data)) intake.add(change)
      soon()
    })
    return () => {
      stop()
      intake.clear()
      clearTimeout(timer)
    }
  }, [client, site, queries, written])
}

type Cache = Pick<Desk, 'client' | 'site'> & { queries: QueryClient }

/** Refetches a list after its changes were not followed, from the beginning. Also the tags. */
function begin({ queries, site }: Cache, written: string): void {
  const queryKey = contactKeys.list(site.id, written)
  queries.setQueryData<ContactsData>(queryKey, (data) => data && cutToFirst(data))
  void queries.invalidateQueries({ queryKey })
  void queries.invalidateQueries({ queryKey: contactKeys.tags(site.id) })
}

/** The contact's changes in an event of the log. */
function changeOf(type: string, data: Record<string, unknown>): Changed {
  if (type === 'lead.updated') {
    const lead = data.lead as Lead
    return new Map([[lead.id, lead]])
  }
  return type === 'lead.changed' ? new Map([[String(data.id), null]]) : new Map()
}

/** Updates contacts in every cached list. */
export function showChanged({ queries, site }: Pick<Cache, 'queries' | 'site'>, changed: Changed): void {
  if (changed.size === 0) return
  for (const [queryKey] of queries.getQueriesData<ContactsData>({ queryKey: contactKeys.lists(site.id) })) {
    const filter = parseFilter(String(queryKey[3]))
    queries.setQueryData<ContactsData>(queryKey, (data) => data && changedIn(data, changed, filter))
  }
}

/**
 * Fetches the first page again, and merges it into the list.
 * @param again called if the list is fetching another page, whose answer would be merged over this one
 */
async function readFirst({ queries, ...from }: Cache, written: string, again: () => void): Promise<void> {
  const queryKey = contactKeys.list(from.site.id, written)
  const filter = parseFilter(written)
  const isBusy = () => queries.isFetching({ queryKey, exact: true }) > 0
  const whole = () => void queries.invalidateQueries({ queryKey })
  if (isBusy()) return again()
  // Pages of search results cannot be merged, so they are fetched again.
  const { from: since, to } = filter.made
  const isOfTime = since !== undefined || to !== undefined
  if (filter.q !== '' || (isOfTime && filter.tag !== '')) return whole()
  try {
    const first = await readPage(from, filter)
    if (isBusy()) return again()
    queries.setQueryData<ContactsData>(
      queryKey,
      (data) => data && refreshed(data, first, isOfTime ? 'createdAt' : 'updatedAt'),
    )
  } catch {
    // The list itself retries until the server responds, and shows the error.
    whole()
  }
}
