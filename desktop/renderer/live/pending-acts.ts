import type { QueryClient } from '@tanstack/react-query'
import type { ConversationAnswer } from '../../../shared/conversation.ts'
import { rowOf, type Shared, withShared } from './answer-events.ts'
import type { ListName } from './keys.ts'
import { belongs, type Row } from './rows.ts'

/** The fields of a conversation's assignment that an action changes. */
type Holding = Partial<Shared>

/**
 * `fromServer`: as last reported by the server. `acts`: this person's actions since then that the server has not reported
 * yet, oldest first.
 */
type Pending = { fromServer: Row; acts: Holding[] }

/**
 * The maximum time for the server to report an accepted action, in milliseconds. Afterwards what it reported since is
 * shown.
 */
const confirmTimeout = 5_000

const names = ['status', 'assignedTo', 'assignedName', 'waitingSince', 'spam', 'leadVerified'] as const
const decisive = ['status', 'assignedTo', 'spam', 'leadVerified'] as const

const pending = new WeakMap<QueryClient, Map<string, Pending>>()

function of(client: QueryClient): Map<string, Pending> {
  const known = pending.get(client) ?? new Map<string, Pending>()
  pending.set(client, known)
  return known
}

/**
 * Keeps a person's action visible although older events and answers of the server arrive later. Otherwise a
 * conversation would briefly show an earlier state.
 * @param row as shown before the action
 */
export function keepAction(client: QueryClient, row: Row, change: Holding) {
  const act = holdingOf(change)
  const all = of(client)
  const entry = all.get(row.id) ?? { fromServer: row, acts: [] }
  if (Object.keys(act).length > 0) all.set(row.id, { ...entry, acts: [...entry.acts, act] })
  /** Returns the assignment without the action. */
  const end = (): Holding => {
    const fromServer = all.get(row.id)?.fromServer
    drop(all, row.id, act)
    return fromServer ? holdingOf(shownAs(client, fromServer)) : {}
  }
  const isContradicted = () => {
    const now = all.get(row.id)
    return now?.acts.includes(act) && now.fromServer !== entry.fromServer
  }
  return {
    /**
     * The server accepted it.
     * @param show receives the actual assignment if the server then reports another one
     */
    taken(show: (actual: Holding) => void): void {
      setTimeout(() => {
        const isOther = isContradicted()
        const actual = end()
        if (isOther) show(actual)
      }, confirmTimeout)
    },
    /** The server rejected it. @returns the actual assignment */
    refused: end,
  }
}

function drop(all: Map<string, Pending>, id: string, act: Holding): void {
  const entry = all.get(id)
  if (!entry) return
  const acts = entry.acts.filter((one) => one !== act)
  if (acts.length > 0) all.set(id, { ...entry, acts })
  else all.delete(id)
}

/** How a conversation is shown, given the server's state. */
export function shownAs(client: QueryClient, fromServer: Row): Row {
  const all = of(client)
  const entry = all.get(fromServer.id)
  if (!entry) return fromServer
  all.set(fromServer.id, { ...entry, fromServer })
  const [first] = entry.acts
  if (first && isConfirmed(fromServer, first)) drop(all, fromServer.id, first)
  return Object.assign({}, fromServer, ...(all.get(fromServer.id)?.acts ?? []))
}

/** Like `shownAs`, for a list's answer: leaves out what this person removed from it in the meantime. */
export function listedAs(client: QueryClient, rows: Row[], list: ListName, me: string): Row[] {
  return rows.flatMap((row) => {
    const shown = shownAs(client, row)
    return shown === row || belongs(list, shown, me) ? [shown] : []
  })
}

/** Like `shownAs`, for a completely fetched conversation. */
export function answerShownAs(client: QueryClient, answer: ConversationAnswer): ConversationAnswer {
  return of(client).has(answer.conversation.id) ? withShared(answer, shownAs(client, rowOf(answer))) : answer
}

/** A conversation as last reported by the server. */
export function serverRowOf(client: QueryClient, shown: Row): Row {
  const fromServer = of(client).get(shown.id)?.fromServer
  return fromServer ? { ...shown, ...holdingOf(fromServer) } : shown
}

const holdingOf = (from: Holding): Holding =>
  Object.fromEntries(names.flatMap((name) => (name in from ? [[name, from[name]]] : [])))

const isConfirmed = (fromServer: Row, act: Holding) =>
  decisive.every((name) => !(name in act) || fromServer[name] === act[name])
