import type { Words } from '../words/en.ts'
import type { Row } from './rows.ts'

/** A conversation's title: its contact, otherwise the first message. */
export const nameOf = (
  row: Pick<Row, 'leadName' | 'leadEmail' | 'leadPhone' | 'firstMessage'>,
  words: Words['inbox'],
): string => row.leadName || row.leadEmail || row.leadPhone || row.firstMessage || words.nameless

/** The name behind an assignment, or the id if there is no name. */
export const personOf = ({ assignedTo, assignedName }: Pick<Row, 'assignedTo' | 'assignedName'>): string =>
  assignedName || assignedTo || ''

/** Initials of a name: of its first and last word, in any script. */
export function initialsOf(name: string): string {
  const words =
    name
      .split('@')[0]
      ?.split(/[\s._-]+/)
      .filter(Boolean) ?? []
  const first = [...(words[0] ?? '')][0] ?? ''
  const last = words.length > 1 ? ([...(words.at(-1) ?? '')][0] ?? '') : ''
  return (first + last).toLocaleUpperCase()
}
