import type { ConversationAnswer } from '../../../../../shared/conversation.ts'
import type { StoredMessage } from '../../../../../shared/message.ts'
import type { Note } from '../../../../../shared/note.ts'

/** The author: the visitor, the assistant, or a team member's id. */
export type Author = 'visitor' | 'assistant' | `person:${string}`

/** The rows of a conversation. Their keys stay the same while rows are added before and after. */
export type Row =
  | { kind: 'day'; key: string; at: number }
  | { kind: 'group'; key: string; speaker: Author; name: string | null; messages: StoredMessage[] }
  | { kind: 'note'; key: string; note: Note }
  | { kind: 'system'; key: string; message: StoredMessage }

type Entry = { at: number; message: StoredMessage; note?: never } | { at: number; note: Note; message?: never }

/** Messages of one author within this time are grouped. */
const togetherFor = 2 * 60_000
const maxTogether = 30

/**
 * Messages and notes in chronological order, with a line before each day.
 * @param dayOf the day of a time, in the reader's time zone
 */
export function timeline(
  { messages, notes }: Pick<ConversationAnswer, 'messages' | 'notes'>,
  dayOf: (at: number) => string = localDay,
): Row[] {
  const rows: Row[] = []
  let day = ''
  for (const entry of inOrder(messages, notes)) {
    const today = dayOf(entry.at)
    if (today !== day) rows.push({ kind: 'day', key: `day:${today}`, at: entry.at })
    day = today
    add(rows, entry)
  }
  return rows
}

export const localDay = (at: number): string => new Date(at).toDateString()

/** Messages keep the server's order regardless of their times; notes are inserted by time. */
function inOrder(messages: StoredMessage[], notes: Note[]): Entry[] {
  const left = notes.toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))
  const entries: Entry[] = []
  let taken = 0
  for (const message of messages) {
    for (let note = left[taken]; note && note.createdAt < message.ts; note = left[++taken])
      entries.push({ at: note.createdAt, note })
    entries.push({ at: message.ts, message })
  }
  return [...entries, ...left.slice(taken).map((note) => ({ at: note.createdAt, note }))]
}

function add(rows: Row[], { message, note }: Entry): void {
  if (note) {
    rows.push({ kind: 'note', key: note.id, note })
    return
  }
  if (message.role === 'system') {
    rows.push({ kind: 'system', key: message.id, message })
    return
  }
  const last = rows.at(-1)
  const speaker = authorOf(message)
  if (last?.kind === 'group' && last.speaker === speaker && isSoonAfter(last.messages, message))
    last.messages.push(message)
  else rows.push({ kind: 'group', key: message.id, speaker, name: nameOf(message), messages: [message] })
}

const isSoonAfter = (before: StoredMessage[], { ts }: StoredMessage) =>
  before.length < maxTogether && ts - (before.at(-1)?.ts ?? 0) <= togetherFor

export function authorOf({ role, author, meta }: StoredMessage): Author {
  if (role === 'user') return 'visitor'
  if (author) return `person:${author.id}`
  return meta?.human ? `person:${meta.agentName ?? ''}` : 'assistant'
}

const nameOf = ({ author, meta }: StoredMessage) => author?.name ?? meta?.agentName ?? null
