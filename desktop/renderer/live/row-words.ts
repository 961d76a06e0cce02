import type { Words } from '../words/en.ts'
import type { Row } from './rows.ts'

/** What a conversation is called: by its contact, else by what was said first. */
export const nameOf = (
  row: Pick<Row, 'leadName' | 'leadEmail' | 'leadPhone' | 'firstMessage'>,
  said: Words['inbox'],
): string => row.leadName || row.leadEmail || row.leadPhone || row.firstMessage || said.nameless

/** Who is behind an assignment: a name, or what the id says where there is none. */
export const personOf = ({ assignedTo, assignedName }: Pick<Row, 'assignedTo' | 'assignedName'>): string =>
  assignedName || assignedTo || ''

/** A message in one line: its words, without the marks that Markdown puts around them. */
export const inOneLine = (text: string): string =>
  text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s*(?:#{1,6}|[-*+>]|\d+\.)\s+/gm, '')
    .replace(/(\*\*|__|`+|~~)(?=\S)(.*?\S)\1/g, '$2')
    .replace(/\s+/g, ' ')
    .trim()

/** Two letters that stand for a name: of its first and its last word, whatever the script. */
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
