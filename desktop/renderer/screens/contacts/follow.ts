import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Lead } from '../../../../shared/lead.ts'
import { type ContactFilter, parseFilter, writeFilter } from '../../live/contact-filter.ts'
import { contactKeys } from '../../live/contact-queries.ts'
import type { Desk } from '../../live/desk.tsx'
import { useDesk } from '../../live/desk.tsx'
import { listen } from '../../live/heard.ts'
import { createIntake } from '../../live/intake.ts'
import { type Changed, type ContactsData, changedIn, cutToFirst, refreshed } from './contact-list.ts'
import { readPage } from './queries.ts'

/** After these, the contacts at the top are others, or say something else. */
const moving = new Set(['lead.captured', 'lead.updated', 'lead.changed', 'callback.requested', 'callback.updated'])

/** What comes closer together than this, in milliseconds, is read once. */
const restsFor = 400

/** What comes closer together than this, in milliseconds, is shown together. */
const shownEvery = 100

type Change = readonly [id: string, now: Partial<Lead> | null]

/**
 * Keeps the contacts of a filter as they are on the server, while the screen is shown.
 * @param told called with what became of contacts, also of those that are not read
 */
export function useFollow(filter: ContactFilter, told: (changed: Changed) => void): void {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const written = writeFilter(filter)
  const toldNow = useRef(told)
  toldNow.current = told
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
    // A change of thousands is told one by one, and each would draw the table anew.
    const intake = createIntake<Change>((changes) => {
      const changed = new Map(changes)
      showChanged(cache, changed)
      toldNow.current(changed)
    }, shownEvery)
    const stop = listen(({ type, data }) => {
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

/** A list that was left is read anew from its beginning: nobody told what became of it. The tags are, too. */
function begin({ queries, site }: Cache, written: string): void {
  const queryKey = contactKeys.list(site.id, written)
  queries.setQueryData<ContactsData>(queryKey, (data) => data && cutToFirst(data))
  void queries.invalidateQueries({ queryKey })
  void queries.invalidateQueries({ queryKey: contactKeys.tags(site.id) })
}

/** What an event of the log says of a contact itself. */
function changeOf(type: string, data: Record<string, unknown>): Changed {
  if (type === 'lead.updated') {
    const lead = data.lead as Lead
    return new Map([[lead.id, lead]])
  }
  return type === 'lead.changed' ? new Map([[String(data.id), null]]) : new Map()
}

/** Shows contacts as they are now, in every list that has them. */
export function showChanged({ queries, site }: Pick<Cache, 'queries' | 'site'>, changed: Changed): void {
  if (changed.size === 0) return
  for (const [queryKey] of queries.getQueriesData<ContactsData>({ queryKey: contactKeys.lists(site.id) })) {
    const filter = parseFilter(String(queryKey[3]))
    queries.setQueryData<ContactsData>(queryKey, (data) => data && changedIn(data, changed, filter))
  }
}

/**
 * Reads the first page anew, and puts it over what is shown.
 * @param again called where the list is being read on just now: what that brings would be put over it
 */
async function readFirst({ queries, ...from }: Cache, written: string, again: () => void): Promise<void> {
  const queryKey = contactKeys.list(from.site.id, written)
  const filter = parseFilter(written)
  const isBusy = () => queries.isFetching({ queryKey, exact: true }) > 0
  const whole = () => void queries.invalidateQueries({ queryKey })
  if (isBusy()) return again()
  // What a search finds has no place by which pages could be put together: it is read again as it is.
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
    // The list itself asks until the server answers, and says it where it does not.
    whole()
  }
}
