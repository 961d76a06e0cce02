import type { CannedReply } from '../../../shared/canned-reply.ts'

/** The values for a canned reply's placeholders; unknown ones are empty. */
export type Fillings = {
  visitor: { name: string | null; email: string | null }
  agent: { name: string | null }
  business: { name: string }
  site: { name: string }
}

const maxFound = 8
const variable = /( ?)\{\{\s*([a-zA-Z.]{1,40})\s*\}\}/g

/** Normalises a text for comparison: case and accents do not matter. */
const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/**
 * The canned replies that match what was typed, best first: shortcuts that begin with it, then shortcuts, titles and
 * texts that contain it. Eight at most.
 */
export function matchCanned(replies: readonly CannedReply[], typed: string): CannedReply[] {
  const wanted = plain(typed)
  const ranked = replies.flatMap((reply) => {
    const rank = rankOf(reply, wanted)
    return rank === undefined ? [] : [{ reply, rank }]
  })
  ranked.sort((a, b) => a.rank - b.rank || a.reply.shortcut.localeCompare(b.reply.shortcut))
  return ranked.slice(0, maxFound).map(({ reply }) => reply)
}

function rankOf({ shortcut, title, text }: CannedReply, wanted: string): number | undefined {
  if (plain(shortcut).startsWith(wanted)) return plain(shortcut) === wanted ? 0 : 1
  if (plain(title).startsWith(wanted)) return 2
  if (plain(`${shortcut} ${title}`).includes(wanted)) return 3
  return plain(text).includes(wanted) ? 4 : undefined
}

/**
 * Replaces placeholders such as `{{visitor.name}}` once, so that placeholders inside a value stay. Unknown names stay
 * too. For a missing value, the space before it is also removed.
 */
export function fillVariables(text: string, { visitor, agent, business, site }: Fillings): string {
  const values = new Map<string, string | null>([
    ['visitor.name', visitor.name],
    ['visitor.firstName', firstOf(visitor.name)],
    ['visitor.email', visitor.email],
    ['agent.name', agent.name],
    ['agent.firstName', firstOf(agent.name)],
    ['business.name', business.name],
    ['site.name', site.name],
  ])
  return text.replace(variable, (written: string, space: string, name: string) => {
    if (!values.has(name)) return written
    const value = values.get(name)
    return value ? space + value : ''
  })
}

const firstOf = (name: string | null) => name?.trim().split(/\s+/)[0] ?? null
