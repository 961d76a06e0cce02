import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { ConversationAnswer } from '../../../shared/conversation.ts'
import { toast } from '../ui/toast.ts'
import { rowOf, type Shared } from './answer-events.ts'
import { type Cache, changeAnswer, findAnswer, findRow, showRows } from './cache.ts'
import { wordsOf } from './connection.ts'
import { useDesk } from './desk.tsx'
import { keys } from './keys.ts'
import { keepAction } from './pending-acts.ts'
import type { Row } from './rows.ts'

/** How an action changes a conversation, wherever it is shown. */
export type Change = Partial<
  Shared & Pick<Row, 'labels' | 'missedAt' | 'unread' | 'lastMessage' | 'lastRole' | 'lastAt'>
>

export type Act = {
  /** The conversation's id. */
  id: string
  /**
   * Shown immediately in lists and the conversation, and reverted if the server rejects it. Counts follow its event.
   */
  change?: Change
  /** Further immediate changes of the conversation itself: its notes, or its labels and who set them. */
  answer?(answer: ConversationAnswer): ConversationAnswer
  run(): Promise<unknown>
  /** The toast shown immediately. None by default. */
  toast?: string
  /** Reverts it on the server. Offered on the toast. */
  undo?(): Promise<unknown>
  /** Whether it can be undone after the toast is gone, as long as the server reports the conversation as `undoable`. */
  lasting?: boolean
}

/** Runs the action. @returns whether the server accepted it. An error is shown as a toast; nothing is thrown. */
export type Do = (act: Act) => Promise<boolean>

/** Runs actions optimistically: shown immediately, reverted with a toast if the server rejects them, and undoable. */
export function useAction(): Do {
  const client = useQueryClient()
  const { site, me } = useDesk()
  return useCallback((act) => perform({ client, site: site.id, me: me.email }, act), [client, site.id, me.email])
}

/** Like `useAction`, for a cache at hand. */
export async function perform(cache: Cache, { undo, lasting = false, ...act }: Act): Promise<boolean> {
  const shown = show(cache, act)
  const running = afterOthers(cache, act)
  const takeBack = async () => ((await isTaken(running)) ? undo?.() : nothingDone)
  const undoing =
    undo && (() => void perform(cache, { id: act.id, change: shown.back, run: takeBack }).then(shown.reread))
  const close =
    act.toast === undefined ? () => {} : toast(act.toast, { undo: undoing, ...(lasting && { lasting: act.id }) })
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

/** A rejected action cannot be undone. */
const nothingDone = Symbol('nothing done')

const lastActs = new WeakMap<Cache['client'], Map<string, Promise<unknown>>>()

/** Runs after earlier actions on the same conversation, so that the server gets them in order. */
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
    // Reported to its caller.
    return false
  }
}

/** Shows an action's changes. @returns functions that revert them */
function show(cache: Cache, { id, change = {}, answer }: Act) {
  const known = findAnswer(cache, id)
  const before = findRow(cache, id) ?? (known && rowOf(known))
  const back: Change = before ? pick(before, namesOf(change)) : {}
  if (before) apply(cache, before, change)
  if (answer) changeAnswer(cache, id, answer)
  const kept = before && keepAction(cache.client, before, change)
  const reread = () => {
    if (answer) void cache.client.invalidateQueries({ queryKey: keys.conversation(cache.site, id) })
  }
  const takeBack = () => {
    const row = findRow(cache, id) ?? before
    // What somebody else changed in the meantime stays.
    if (row) apply(cache, row, { ...pick(back, unchangedSince(row, change)), ...kept?.refused() })
    reread()
  }
  const taken = () =>
    kept?.taken((actual) => {
      const row = findRow(cache, id)
      if (row) apply(cache, row, actual)
    })
  return { back, taken, takeBack, reread }
}

function apply(cache: Cache, row: Row, change: Change): void {
  if (namesOf(change).length === 0) return
  showRows(cache, new Map([[row.id, { ...row, ...change }]]))
}

const namesOf = (change: Change) => Object.keys(change) as (keyof Change)[]

const unchangedSince = (row: Row, change: Change) => namesOf(change).filter((name) => row[name] === change[name])

const pick = (from: Change, names: (keyof Change)[]): Change =>
  Object.fromEntries(names.map((name) => [name, from[name]]))
