import type { Context } from '../../../core/context.ts'
import { inPart } from '../../knowledge/documents.ts'
import { suggestionPhrases } from './phrases.ts'

type Row = { document: string; title: string; above: string; heading: string }

const mostRows = 2000
const [shortest, longest] = [8, 120]
const longestTitle = 60

/**
 * Questions that the knowledge itself holds: headings and titles that are questions, the first of each document and section
 * before the second of any; after them, one for each other title,
 * those of documents without a question first.
 */
export async function questionsInKnowledge({ sql, site }: Context): Promise<string[]> {
  const rows = await sql<Row[]>`
    select documents.id as document, documents.title, regexp_replace(heading_path, '( > )?[^>]*$', '') as above,
      regexp_replace(heading_path, '^.* > ', '') as heading
    from documents join passages on passages.document = documents.id
    where documents.site = ${site.id} and documents.kind <> 'facts' and documents.content_hash <> ${inPart}
    order by documents.passages desc, documents.id, ordinal limit ${mostRows}`
  const lines = rows.flatMap((row) => [
    { document: row.document, section: row.document, text: row.title },
    { document: row.document, section: `${row.document} ${row.above}`, text: row.heading },
  ])
  const asked = lines.filter(({ text }) => isQuestion(text))
  const asking = new Set(asked.map(({ document }) => document))
  const titles = [...new Map(rows.map((row) => [row.document, plainTitle(row.title)]))]
    .filter(([, title]) => title !== '' && title.length <= longestTitle && !isQuestion(title))
    .sort(([one], [other]) => Number(asking.has(one)) - Number(asking.has(other)))
  const { about } = suggestionPhrases(site.settings.assistant.locale)
  return [...new Set([...inTurn(asked), ...titles.map(([, title]) => about(title))])]
}

const isQuestion = (text: string): boolean =>
  /[?？]$/.test(text) && text.length >= shortest && text.length <= longest && isPlain(text)

/** Neither markup nor addresses: a page may hold anything. */
export const isPlain = (text: string): boolean =>
  !/[<>[\]{}|\\`*@]|:\/\/|\bwww\.|\b(?:javascript|data|vbscript|file|mailto|tel):/i.test(text) && /\p{L}/u.test(text)

/** Without the name of the website behind it: `Delivery | The Shop`. */
export const plainTitle = (title: string): string => {
  const [first = ''] = title.split(/\s+[|–—·-]\s+/)
  return isPlain(first) ? first.trim() : ''
}

/** The first of each section, then the second of each, and so on. */
function inTurn(lines: readonly { section: string; text: string }[]): string[] {
  const sections = new Map<string, Set<string>>()
  for (const { section, text } of lines) sections.set(section, (sections.get(section) ?? new Set()).add(text))
  const lists = [...sections.values()].map((texts) => [...texts])
  const most = Math.max(0, ...lists.map((list) => list.length))
  return Array.from({ length: most }, (_, place) => lists.flatMap((list) => list[place] ?? [])).flat()
}
