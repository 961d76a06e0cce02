import type { EventData } from '../../../../shared/event.ts'
import type { MessageRow } from '../../conversations/messages.ts'

export type Said = EventData<'conversation.completed'>['transcript'][number]

/** What visitor, assistant and team said, oldest first; lines that only say what happened are left out. */
export const whatWasSaid = (rows: readonly MessageRow[]): Said[] =>
  rows.filter(({ role, text }) => role !== 'system' && text !== '').map(toSaid)

const toSaid = ({ role, author, text, ts }: MessageRow): Said => ({
  role: role === 'user' ? 'visitor' : author === null ? 'assistant' : 'team',
  text,
  at: ts,
})

/** The newest of it, up to so many characters. */
export function newestWithin(said: readonly Said[], most: number): Said[] {
  let left = most
  const first = said.findLastIndex(({ text }) => {
    left -= text.length
    return left < 0
  })
  return said.slice(first + 1)
}
