import type { ConversationAnswer } from '../../../../../shared/conversation.ts'
import type { StoredMessage } from '../../../../../shared/message.ts'
import type { Note } from '../../../../../shared/note.ts'

/** Who speaks: the visitor, the assistant, or a person of the team by their id. */
export type Speaker = 'visitor' | 'assistant' | `person:${string}`

/** What stands below each other in a conversation. Keys stay the same while rows are added before and after. */
export type Row =
  | { kind: 'day'; key: string; at: number }
  | { kind: 'group'; key: string; speaker: Speaker; name: string | null; messages: StoredMessage[] }
  | { kind: 'note'; key: string; note: Note }
  | { kind: 'system'; key: string; message: StoredMessage }

type Entry = { at: number; message: StoredMessage; note?: never } | { at: number; note: Note; message?: never }

/** Messages of one speaker within this time of the one before stand together. */
const togetherFor = 2 * 60_000
const mostTogether = 30

/**
 * Messages and notes in the order in which they were written, with a line before each day.
 * @param dayOf the day that a time belongs to, in the reader's own zone
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

/** Messages stay in the order that the server gave them, whatever their times; notes go where their time is. */
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
  const speaker = speakerOf(message)
  if (last?.kind === 'group' && last.speaker === speaker && isSoonAfter(last.messages, message))
    last.messages.push(message)
  else rows.push({ kind: 'group', key: message.id, speaker, name: nameOf(message), messages: [message] })
}

const isSoonAfter = (before: StoredMessage[], { ts }: StoredMessage) =>
  before.length < mostTogether && ts - (before.at(-1)?.ts ?? 0) <= togetherFor

export function speakerOf({ role, author, meta }: StoredMessage): Speaker {
  if (role === 'user') return 'visitor'
  if (author) return `person:${author.id}`
  return meta?.human ? `person:${meta.agentName ?? ''}` : 'assistant'
}

const nameOf = ({ author, meta }: StoredMessage) => author?.name ?? meta?.agentName ?? null
