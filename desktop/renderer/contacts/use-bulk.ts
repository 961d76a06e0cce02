import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ChangeLeads, LeadListItem, LeadsChanged } from '../../../shared/lead.ts'
import { wordsOf } from '../connection.ts'
import type { Desk } from '../data/desk.tsx'
import { useDesk } from '../data/desk.tsx'
import { keys } from '../data/queries.ts'
import { say } from '../data/toasts.ts'
import { useFigures } from '../knowledge/figures.ts'
import { wordsNow } from '../words/words.tsx'
import { type BulkChange, inRequests, type Step, together, undoOf } from './bulk.ts'
import { contactKeys } from './keys.ts'
import { nameOfContact } from './names.ts'
import { useContactsWords } from './words.ts'

/** What could not be done, by the names of the contacts. */
export type Failed = { change: BulkChange; contacts: { id: string; name: string; why: string }[] }

/** `isLong`: it takes several requests, between which it can be stopped. */
type Doing = { done: number; all: number; isLong: boolean }

/** Changes many contacts, and says what came of it: who is left as they were is named, and what can be is taken back. */
export function useBulk() {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const words = useContactsWords().bulk
  const figures = useFigures()
  const [doing, setDoing] = useState<Doing | null>(null)
  const [failed, setFailed] = useState<Failed | null>(null)
  const isStopped = useRef(false)
  const cache = { client, site, queries }
  const perform = async (steps: readonly Step[]) => {
    const all = steps.reduce((sum, { ids }) => sum + ids.length, 0)
    const answers: LeadsChanged[] = []
    isStopped.current = false
    try {
      for (const step of steps) {
        if (isStopped.current) break
        const done = answers.reduce((sum, one) => sum + one.done.length + one.failed.length, 0)
        setDoing({ done, all, isLong: steps.length > 1 })
        answers.push(await send(cache, step))
      }
    } catch (error) {
      say(wordsOf(error), { tone: 'danger' })
    }
    setDoing(null)
    return together(answers)
  }
  const run = async (chosen: readonly LeadListItem[], change: BulkChange) => {
    setFailed(null)
    const answer = await perform(inRequests(chosen.map(({ id }) => id)).map((ids) => ({ ids, change })))
    const done = new Set(answer.done.map(({ id }) => id))
    const back = undoOf(
      change,
      chosen.filter(({ id }) => done.has(id)),
    )
    const undo = async () => {
      const { done: undone } = await perform(
        back.flatMap((step) => inRequests(step.ids).map((ids) => ({ ...step, ids }))),
      )
      say(words.undone(figures.whole(undone.length), undone.length === 1))
    }
    if (answer.failed.length > 0) setFailed({ change, contacts: named(chosen, answer) })
    const said = 'delete' in change ? words.removed : words.changed
    if (done.size > 0)
      say(said(figures.whole(done.size), done.size === 1), back.length > 0 ? { undo: () => void undo() } : {})
  }
  return {
    /** One after the other: what is asked for meanwhile is let go. */
    run(chosen: readonly LeadListItem[], change: BulkChange) {
      if (!doing) void run(chosen, change)
    },
    /** Lets what is under way end, and begins nothing more of it. */
    stop() {
      isStopped.current = true
    },
    doing,
    failed,
    forget: () => setFailed(null),
  }
}

/** One request. What it changed is told by events; who was deleted goes at once. */
async function send(
  { client, site, queries }: Pick<Desk, 'client' | 'site'> & { queries: QueryClient },
  { ids, change }: Step,
): Promise<LeadsChanged> {
  const answer = await client.leads.change.mutate({ site: site.id, ids, ...change } as ChangeLeads & { site: string })
  void queries.invalidateQueries({ queryKey: contactKeys.lists(site.id), refetchType: 'none' })
  void queries.invalidateQueries({ queryKey: keys.leads(site.id) })
  return answer
}

function named(chosen: readonly LeadListItem[], { failed }: LeadsChanged): Failed['contacts'] {
  const names = new Map(chosen.map((contact) => [contact.id, nameOfContact(contact)]))
  const { codes } = wordsNow().refusals
  return failed.map(({ id, code, message }) => ({
    id,
    name: names.get(id) ?? id,
    why: code in codes ? codes[code as keyof typeof codes] : message,
  }))
}
