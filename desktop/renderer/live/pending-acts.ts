import type { QueryClient } from '@tanstack/react-query'
import type { ConversationAnswer } from '../../../shared/conversation.ts'
import { rowOf, type Shared, withShared } from './answer-events.ts'
import type { ListName } from './keys.ts'
import { belongs, type Row } from './rows.ts'

/** Who has a conversation, as far as an act changes it. */
type Holding = Partial<Shared>

/** `told`: as the server told it last. `acts`: what this person did since, the oldest first, and the server has not told of yet. */
type Pending = { told: Row; acts: Holding[] }

/** How long the server may take to tell of what it took, in milliseconds. After that its word stands, whatever it is. */
const tellsWithin = 5_000

const names = ['status', 'assignedTo', 'assignedName', 'waitingSince', 'spam', 'leadVerified'] as const
const decisive = ['status', 'assignedTo', 'spam', 'leadVerified'] as const

const pending = new WeakMap<QueryClient, Map<string, Pending>>()

function of(client: QueryClient): Map<string, Pending> {
  const known = pending.get(client) ?? new Map<string, Pending>()
  pending.set(client, known)
  return known
}

/**
 * Has what a person did stand over what the server tells of the time before it: its events and answers may come late, and
 * for a moment a conversation would be shown as it was two acts ago.
 * @param row as it is shown before the act
 */
export function stand(client: QueryClient, row: Row, change: Holding) {
  const act = holdingOf(change)
  const all = of(client)
  if (Object.keys(act).length > 0) {
    const standing = all.get(row.id) ?? { told: row, acts: [] }
    all.set(row.id, { ...standing, acts: [...standing.acts, act] })
  }
  const end = () => drop(all, row.id, act)
  return {
    /** The server took it. */
    taken: () => void setTimeout(end, tellsWithin),
    /** The server refused it. Answers who has the conversation after all. */
    refused(): Holding {
      const told = all.get(row.id)?.told
      end()
      return told ? holdingOf(shownAs(client, told)) : {}
    },
  }
}

function drop(all: Map<string, Pending>, id: string, act: Holding): void {
  const standing = all.get(id)
  if (!standing) return
  const acts = standing.acts.filter((one) => one !== act)
  if (acts.length > 0) all.set(id, { ...standing, acts })
  else all.delete(id)
}

/** A conversation as it is shown when the server tells it like this. */
export function shownAs(client: QueryClient, told: Row): Row {
  const all = of(client)
  const standing = all.get(told.id)
  if (!standing) return told
  all.set(told.id, { ...standing, told })
  const [first] = standing.acts
  if (first && isTold(told, first)) drop(all, told.id, first)
  return Object.assign({}, told, ...(all.get(told.id)?.acts ?? []))
}

/** As `shownAs`, of what a list was answered: what this person took out of it meanwhile is left out. */
export function listedAs(client: QueryClient, told: Row[], list: ListName, me: string): Row[] {
  return told.flatMap((row) => {
    const shown = shownAs(client, row)
    return shown === row || belongs(list, shown, me) ? [shown] : []
  })
}

/** As `shownAs`, of a conversation that was read as a whole. */
export function answerShownAs(client: QueryClient, told: ConversationAnswer): ConversationAnswer {
  return of(client).has(told.conversation.id) ? withShared(told, shownAs(client, rowOf(told))) : told
}

/** A conversation as the server told it last. */
export function toldOf(client: QueryClient, shown: Row): Row {
  const told = of(client).get(shown.id)?.told
  return told ? { ...shown, ...holdingOf(told) } : shown
}

const holdingOf = (from: Holding): Holding =>
  Object.fromEntries(names.flatMap((name) => (name in from ? [[name, from[name]]] : [])))

const isTold = (told: Row, act: Holding) => decisive.every((name) => !(name in act) || told[name] === act[name])
