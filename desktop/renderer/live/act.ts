import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { ConversationAnswer } from '../../../shared/conversation.ts'
import { wordsOf } from '../app/connection.ts'
import { toast } from '../ui/toast.ts'
import { rowOf, type Shared } from './answer-events.ts'
import { type Cache, changeAnswer, findAnswer, findRow, showRows } from './cache.ts'
import { countsSince } from './counts-read.ts'
import { useDesk } from './desk.tsx'
import { keys } from './keys.ts'
import { stand } from './pending-acts.ts'
import type { Row } from './rows.ts'

/** What an action changes of a conversation, wherever it is shown. */
export type Change = Partial<Shared & Pick<Row, 'labels' | 'unread' | 'lastMessage' | 'lastRole' | 'lastAt'>>

export type Act = {
  /** The conversation. */
  id: string
  /** Shown at once in lists, counts and the conversation; taken back where the server refuses. */
  change?: Change
  /** More of the conversation itself that is shown at once: its notes, its labels with who set them. */
  answer?(answer: ConversationAnswer): ConversationAnswer
  run(): Promise<unknown>
  /** What is said when it was asked for. Without it nothing is. */
  said?: string
  /** Takes it back on the server; offered beside what is said. */
  undo?(): Promise<unknown>
}

/** Does it and answers whether the server took it. A refusal is told in words; nothing is thrown. */
export type Do = (act: Act) => Promise<boolean>

/** Does something that shows at once, is undone with words where the server refuses, and may be taken back. */
export function useAct(): Do {
  const client = useQueryClient()
  const { site, me } = useDesk()
  return useCallback((act) => perform({ client, site: site.id, me: me.email }, act), [client, site.id, me.email])
}

/** As `useAct` does, for a cache that is at hand. */
export async function perform(cache: Cache, { undo, ...act }: Act): Promise<boolean> {
  const shown = show(cache, act)
  const running = afterOthers(cache, act)
  const takeBack = async () => ((await isTaken(running)) ? undo?.() : nothingDone)
  const undoing =
    undo && (() => void perform(cache, { id: act.id, change: shown.back, run: takeBack }).then(shown.reread))
  const close = act.said === undefined ? () => {} : toast(act.said, { undo: undoing })
  try {
    if ((await running) === nothingDone) shown.takeBack()
    else shown.taken()
    return true
  } catch (error) {
    close()
    shown.takeBack()
    toast(wordsOf(error), { tone: 'danger' })
    return false
  }
}

/** What was refused has nothing that could be taken back. */
const nothingDone = Symbol('nothing done')

const lastActs = new WeakMap<Cache['client'], Map<string, Promise<unknown>>>()

/** Does it once what was done before with the same conversation has come to its end: the server gets them in their order. */
function afterOthers({ client }: Cache, { id, run }: Act): Promise<unknown> {
  const last = lastActs.get(client) ?? new Map<string, Promise<unknown>>()
  lastActs.set(client, last)
  const running = isTaken(last.get(id)).then(run)
  last.set(id, running)
  const forget = () => {
    if (last.get(id) === running) last.delete(id)
  }
  running.then(forget, forget)
  return running
}

const isTaken = async (running: Promise<unknown> | undefined): Promise<boolean> => {
  try {
    await running
    return true
  } catch {
    // Told to whoever did it.
    return false
  }
}

/** Shows what an act changes, and answers the ways back. */
function show(cache: Cache, { id, change = {}, answer }: Act) {
  const known = findAnswer(cache, id)
  const before = findRow(cache, id) ?? (known && rowOf(known))
  const back: Change = before ? pick(before, namesOf(change)) : {}
  if (before) apply(cache, before, change)
  if (answer) changeAnswer(cache, id, answer)
  const standing = before && stand(cache.client, before, change)
  const areUnsure = countsSince(cache)
  const recount = async () => {
    if (!areUnsure()) return
    const counts = { queryKey: keys.counts(cache.site) }
    // A first reading would be waited for, and its answer taken.
    await cache.client.cancelQueries(counts)
    await cache.client.invalidateQueries(counts)
  }
  const reread = () => {
    if (answer) void cache.client.invalidateQueries({ queryKey: keys.conversation(cache.site, id) })
  }
  const takeBack = () => {
    const row = findRow(cache, id) ?? before
    // What somebody else changed meanwhile stays as they left it.
    if (row) apply(cache, row, { ...pick(back, unchangedSince(row, change)), ...standing?.refused() })
    reread()
    void recount()
  }
  const taken = () => {
    standing?.taken()
    void recount()
  }
  return { back, taken, takeBack, reread }
}

function apply(cache: Cache, row: Row, change: Change): void {
  if (namesOf(change).length === 0) return
  showRows(cache, new Map([[row.id, { ...row, ...change }]]), new Map([[row.id, row]]))
}

const namesOf = (change: Change) => Object.keys(change) as (keyof Change)[]

const unchangedSince = (row: Row, change: Change) => namesOf(change).filter((name) => row[name] === change[name])

const pick = (from: Change, names: (keyof Change)[]): Change =>
  Object.fromEntries(names.map((name) => [name, from[name]]))
