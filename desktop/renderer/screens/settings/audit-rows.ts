import type { AuditEntry } from '../../../../shared/audit.ts'
import type { Route } from '../../app/route.ts'
import type { AuditWords } from '../../words/en/audit.ts'

type Known = {
  me: string
  /** Names of people by their email, and of keys by their id, as far as they are known. */
  people: ReadonlyMap<string, string>
  keys: ReadonlyMap<string, string>
}

/** Who did it, in words. */
export function actorWords(actor: string, { me, people, keys }: Known, said: AuditWords['actors']): string {
  if (actor === me) return said.you
  if (actor === 'system') return said.system
  if (actor === 'cli') return said.cli
  if (actor === 'visitor') return said.visitor
  if (!actor.startsWith('key:')) return people.get(actor) ?? actor
  const id = actor.slice('key:'.length)
  return id === 'admin' ? said.admin : said.key(keys.get(id) ?? id)
}

/** What was done, in words; what has none as the log has it. */
export const actionWords = (action: string, { actions }: Pick<AuditWords, 'actions'>): string =>
  Object.hasOwn(actions, action) ? (actions[action] as string) : action

export const outcomeOf = (status: number): 'good' | 'refused' | 'failed' =>
  status < 400 ? 'good' : status < 500 ? 'refused' : 'failed'

/** The answer's number with what it means. */
export const statusWords = (status: number, said: AuditWords): string =>
  said.status(status, said.statuses[status] ?? said.otherStatus[outcomeOf(status)])

/** Where the record is shown that an entry is about, where it is there still and has a place of its own. */
export function routeToTarget({ action, target, status }: Pick<AuditEntry, 'action' | 'target' | 'status'>) {
  const isGone = action.startsWith('DELETE ') || action.endsWith('/erase') || status === 404
  if (target === null || isGone) return null
  if (/^conv_\w+$/.test(target))
    return { kind: 'conversation', route: { page: 'inbox', list: 'all', id: target } satisfies Route } as const
  if (/^lead_\w+$/.test(target))
    return { kind: 'contact', route: { page: 'contacts', id: target, query: '' } satisfies Route } as const
  return null
}

/** Entries under the day that they belong to, in the reader's own time zone. */
export function byDay(entries: readonly AuditEntry[]): { key: string; at: number; entries: AuditEntry[] }[] {
  const days: { key: string; at: number; entries: AuditEntry[] }[] = []
  for (const entry of entries) {
    const key = new Date(entry.at).toDateString()
    const last = days.at(-1)
    if (last?.key === key) last.entries.push(entry)
    else days.push({ key, at: entry.at, entries: [entry] })
  }
  return days
}
