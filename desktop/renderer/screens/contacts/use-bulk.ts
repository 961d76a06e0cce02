import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { BulkChange } from '../../../../shared/bulk-change.ts'
import { wordsOf } from '../../live/connection.ts'
import { type ContactFilter, filterQuery } from '../../live/contact-filter.ts'
import { contactKeys } from '../../live/contact-queries.ts'
import { useDesk } from '../../live/desk.tsx'
import { onEvent } from '../../live/event-listeners.ts'
import { toast } from '../../ui/toast.ts'
import { useContactsWords } from '../../words/screen-words.ts'
import { wordsNow } from '../../words/words.tsx'
import { nameOfContact } from './names.ts'
import type { Selecting } from './use-selection.ts'

/** What is set on many contacts. Tags are named by their ids. */
export type Wanted = BulkChange['change']

/** A change that did not reach all its contacts, and those that it was not made for. */
export type Outcome = { change: BulkChange; failures: { id: string; name: string; why: string }[] }

export type Bulk = ReturnType<typeof useBulk>

/** Starts bulk changes, follows those of this person, also after a reload, and shows their outcome. */
export function useBulk() {
  const { client, site } = useDesk()
  const words = useContactsWords().bulk
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const names = useRef(new Map<string, string>())
  const fail = (error: unknown) => void toast(wordsOf(error), { tone: 'danger' })
  const report = async (change: BulkChange) => {
    const { id, status, done, failed, undoes } = change
    const text = undoes ? words.undone : change.change.delete ? words.removed : words.changed
    const undo = () => act(() => client.bulkChanges.undo.mutate({ site: site.id, id }))
    if (status === 'done' && done > 0) toast(text(done), undoes === null && change.undoable > 0 ? { undo } : {})
    if (status === 'done' && failed === 0) return
    const { failures } = await client.bulkChanges.get.query({ site: site.id, id })
    const { codes } = wordsNow().errors
    setOutcome({
      change,
      failures: failures.map(({ id, name, code, message }) => ({
        id,
        name: name ?? names.current.get(id) ?? id,
        why: code in codes ? codes[code as keyof typeof codes] : message,
      })),
    })
  }
  const { doing, take } = useOwnChanges((change) => void report(change).catch(fail))
  const act = (ask: () => Promise<BulkChange>) =>
    void ask().then((change) => {
      setOutcome((before) => (before && before.change.updatedAt > change.updatedAt ? before : null))
      take(change)
    }, fail)
  return {
    /** Ignored while a change is being made. */
    run({ chosen, isEverything }: Pick<Selecting, 'chosen' | 'isEverything'>, filter: ContactFilter, wanted: Wanted) {
      if (doing) return
      // A contact that was deleted since is shown by this name.
      names.current = new Map([...chosen].map(([id, contact]) => [id, nameOfContact(contact)]))
      const contacts = isEverything ? { filter: filterQuery(filter) } : { ids: [...chosen.keys()] }
      act(() => client.bulkChanges.start.mutate({ site: site.id, ...contacts, ...wanted }))
    },
    stop: ({ id }: BulkChange) => act(() => client.bulkChanges.cancel.mutate({ site: site.id, id })),
    resume: ({ id }: BulkChange) => act(() => client.bulkChanges.resume.mutate({ site: site.id, id })),
    doing,
    outcome,
    forget: () => setOutcome(null),
  }
}

/** Reading makes up for lost events after this, in milliseconds. */
const readEvery = 3_000
const maxKept = 50

const isUnfinished = ({ finishedAt }: BulkChange) => finishedAt === null
const endOf = ({ id, finishedAt }: BulkChange) => `${id} ${finishedAt}`

/** The ends that were reported, or that came before this window first read the changes of their site. */
const reported = new Set<string>()
const sitesRead = new Set<string>()

/**
 * The bulk changes of this person, by events and by reading.
 * @param report called once for each change that ends, also if it ended while another screen was shown
 * @returns the change that is being made, or null; `take` takes in an answer of the server
 */
function useOwnChanges(report: (change: BulkChange) => void) {
  const { client, site, me } = useDesk()
  const queries = useQueryClient()
  const queryKey = contactKeys.bulkChanges(site.id)
  const kept = () => queries.getQueryData<BulkChange[]>(queryKey) ?? []
  const { data } = useQuery({
    queryKey,
    async queryFn() {
      const { items } = await client.bulkChanges.list.query({ site: site.id, limit: maxKept })
      const old = sitesRead.has(site.id) ? [] : items.filter((one) => !kept().some(({ id }) => id === one.id))
      for (const change of old) if (!isUnfinished(change)) reported.add(endOf(change))
      sitesRead.add(site.id)
      return latestOf(kept(), items)
    },
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isUnfinished) ? readEvery : false),
  })
  const own = data?.filter(({ askedBy }) => askedBy === me.email) ?? []
  useEffect(() => {
    for (const change of own) {
      if (isUnfinished(change) || reported.has(endOf(change))) continue
      reported.add(endOf(change))
      report(change)
    }
  })
  const take = (change: BulkChange) => queries.setQueryData(queryKey, latestOf(kept(), [change]))
  const takeNow = useRef(take)
  takeNow.current = take
  useEffect(
    () =>
      onEvent(({ type, data }) => {
        if (type === 'bulk-change.changed') takeNow.current(data.bulkChange as BulkChange)
        if (type === 'subscribed') void queries.invalidateQueries({ queryKey: contactKeys.bulkChanges(site.id) })
      }),
    [queries, site.id],
  )
  // The site makes one change after the other, the oldest first.
  return { doing: own.findLast(isUnfinished) ?? null, take }
}

/** The latest state of each change, newest change first: what was read may be older than an event that came since. */
function latestOf(...lists: BulkChange[][]): BulkChange[] {
  const changes = new Map<string, BulkChange>()
  for (const change of lists.flat()) {
    const known = changes.get(change.id)
    if (!known || known.updatedAt <= change.updatedAt) changes.set(change.id, change)
  }
  return [...changes.values()].toSorted((a, b) => b.createdAt - a.createdAt).slice(0, maxKept)
}
