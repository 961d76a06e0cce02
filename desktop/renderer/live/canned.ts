import type { CannedReply } from '../../../shared/canned-reply.ts'

/** What a canned reply may name; what is not known is empty. */
export type Fillings = {
  visitor: { name: string | null; email: string | null }
  agent: { name: string | null }
  site: { name: string }
}

const mostFound = 8
const variable = /( ?)\{\{\s*([a-zA-Z.]{1,40})\s*\}\}/g

/** How a text is compared: without case and without accents. */
const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/**
 * The canned replies that fit what was typed, best first: those whose shortcut begins with it, then those that hold it in
 * shortcut, title or text. Eight at most.
 */
export function matchCanned(replies: readonly CannedReply[], typed: string): CannedReply[] {
  const wanted = plain(typed)
  const ranked = replies.flatMap((reply) => {
    const rank = rankOf(reply, wanted)
    return rank === undefined ? [] : [{ reply, rank }]
  })
  ranked.sort((a, b) => a.rank - b.rank || a.reply.shortcut.localeCompare(b.reply.shortcut))
  return ranked.slice(0, mostFound).map(({ reply }) => reply)
}

function rankOf({ shortcut, title, text }: CannedReply, wanted: string): number | undefined {
  if (plain(shortcut).startsWith(wanted)) return plain(shortcut) === wanted ? 0 : 1
  if (plain(title).startsWith(wanted)) return 2
  if (plain(`${shortcut} ${title}`).includes(wanted)) return 3
  return plain(text).includes(wanted) ? 4 : undefined
}

/**
 * Puts values in for `{{visitor.name}}` and its kin, once: what a value holds is not read again. A name that is not known
 * stays as it was written; for a value that is missing, the space before it goes too.
 */
export function fillVariables(text: string, { visitor, agent, site }: Fillings): string {
  const values = new Map<string, string | null>([
    ['visitor.name', visitor.name],
    ['visitor.firstName', firstOf(visitor.name)],
    ['visitor.email', visitor.email],
    ['agent.name', agent.name],
    ['site.name', site.name],
  ])
  return text.replace(variable, (written: string, space: string, name: string) => {
    if (!values.has(name)) return written
    const value = values.get(name)
    return value ? space + value : ''
  })
}

const firstOf = (name: string | null) => name?.trim().split(/\s+/)[0] ?? null
