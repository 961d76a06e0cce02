import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ChangeLeads, LeadListItem, LeadsChanged } from '../../../../shared/lead.ts'
import { refusalOf, wordsOf } from '../../app/connection.ts'
import { contactKeys } from '../../live/contact-queries.ts'
import { useDesk } from '../../live/desk.tsx'
import { keys } from '../../live/keys.ts'
import { useFigures } from '../../ui/format.ts'
import { toast } from '../../ui/toast.ts'
import { useContactsWords } from '../../words/screen-words.ts'
import { wordsNow } from '../../words/words.tsx'
import { type BulkChange, outcomeOf, type Step, together, undoOf } from './bulk.ts'
import { carryOut, countOf, oneByOne, type Work, workOf } from './bulk-work.ts'
import { nameOfContact } from './names.ts'

/** What could not be done, by the names of the contacts. */
export type Failed = { change: BulkChange; contacts: { id: string; name: string; why: string }[] }

/** `isLong`: it takes several requests, between which it can be stopped. `waits`: for so many seconds nothing is sent. */
type Doing = { done: number; all: number; isLong: boolean; waits: number }

/** What was stopped or failed half-way. */
export type Unfinished = { done: number; left: number; why: string; goOn: () => void }

type Task = { work: Work; finish: (answer: LeadsChanged) => void }

export type Bulk = ReturnType<typeof useBulk>

/** Changes many contacts, and says what came of it: who is left as they were is named, and what can be is taken back. */
export function useBulk() {
  const words = useContactsWords().bulk
  const [failed, setFailed] = useState<Failed | null>(null)
  const { begin, doing, unfinished, stop, forget } = useTasks()
  const tell = (said: (count: number) => string, count: number, undo?: () => void) =>
    count > 0 && toast(said(count), undo ? { undo } : {})
  const change = (chosen: readonly LeadListItem[], wanted: BulkChange) => {
    setFailed(null)
    const finish = (answered: LeadsChanged) => {
      const answer = outcomeOf(wanted, answered)
      const done = new Set(answer.done.map(({ id }) => id))
      const changed = chosen.filter(({ id }) => done.has(id))
      const back = workOf(undoOf(wanted, changed))
      const undo = () => begin({ work: back, finish: ({ done }) => tell(words.undone, done.length) })
      if (answer.failed.length > 0) setFailed({ change: wanted, contacts: named(chosen, answer) })
      tell('delete' in wanted ? words.removed : words.changed, done.size, back.left.length > 0 ? undo : undefined)
    }
    begin({ work: workOf([{ ids: chosen.map(({ id }) => id), change: wanted }]), finish })
  }
  return {
    /** One after the other: what is asked for meanwhile is let go. */
    run(chosen: readonly LeadListItem[], wanted: BulkChange) {
      if (!doing) change(chosen, wanted)
    },
    stop,
    doing,
    failed,
    unfinished,
    forgetFailed: () => setFailed(null),
    forgetUnfinished: forget,
  }
}

/** Carries out one task after the other. */
function useTasks() {
  const send = useSend()
  const words = useContactsWords().bulk
  const figures = useFigures()
  const [doing, setDoing] = useState<Doing | null>(null)
  const [unfinished, setUnfinished] = useState<Unfinished | null>(null)
  const stopped = useRef(new AbortController())
  const [inTurn] = useState(oneByOne)
  const isShown = useIsShown()
  const perform = async (task: Task) => {
    setUnfinished(null)
    stopped.current = new AbortController()
    const { signal } = stopped.current
    const { work, error } = await carryOut(task.work, {
      send,
      waitFor,
      rest: (seconds) => restFor(seconds, signal),
      isStopped: () => signal.aborted,
      tell({ left, answers }, waits) {
        const { done, left: rest } = countOf({ left, answers })
        setDoing({ done, all: done + rest, isLong: left.length + answers.length > 1, waits })
      },
    })
    setDoing(null)
    task.finish(together(work.answers))
    const { done, left } = countOf(work)
    if (left === 0) return
    const why = error === undefined ? '' : wordsOf(error)
    setUnfinished({ done, left, why, goOn: () => begin({ ...task, work }) })
    // Whoever went elsewhere meanwhile does not see what else is said of it.
    if (!isShown.current) toast(words.unfinished(figures.whole(done), figures.whole(left), why), { tone: 'danger' })
  }
  const begin = (task: Task) => void inTurn(() => perform(task))
  return {
    begin,
    doing,
    unfinished,
    /** Lets what is under way end, and begins nothing more of it. */
    stop: () => stopped.current.abort(),
    forget: () => setUnfinished(null),
  }
}

function useIsShown() {
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return isShown
}

const waitFor = (error: unknown): number | undefined => {
  const refusal = refusalOf(error)?.error
  return refusal?.code === 'rate_limited' ? (refusal.retryAfter ?? 1) : undefined
}

const restFor = (seconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, seconds * 1000)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/**
 * Sends one request. What it changed is told by events. To send it once more is harmless where nobody knows whether it
 * arrived: who is already as asked for stays so.
 */
function useSend() {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  return async ({ ids, change }: Step): Promise<LeadsChanged> => {
    const answer = await client.leads.change.mutate({ site: site.id, ids, ...change } as ChangeLeads & { site: string })
    void queries.invalidateQueries({ queryKey: contactKeys.lists(site.id), refetchType: 'none' })
    void queries.invalidateQueries({ queryKey: keys.leads(site.id) })
    return answer
  }
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
